import type { Part } from '../part.ts'

export const left = (secondsLeft: Part) => `, ${secondsLeft} left`
export const ofText = (finished: Part, total: Part) => `${finished} of ${total}`
export const failedCount = (failed: Part) => `${failed} failed`
export const pagesPerSecond = (rate: Part) => `${rate} pages/s`
export const running = 'running'
export const completed = 'completed'
export const failed = 'failed'
export const cancelled = 'cancelled'
