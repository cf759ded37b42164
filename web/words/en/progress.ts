import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, ${secondsLeft} left`
export const rowPages = (finished: Part, total: Part) => `${finished} of ${total}`
export const rowFailed = (failed: Part) => `${failed} failed`
export const rowRate = (rate: Part) => `${rate} pages/s`
export const stateRunning = 'running'
export const stateCompleted = 'completed'
export const stateFailed = 'failed'
export const stateCancelled = 'cancelled'
