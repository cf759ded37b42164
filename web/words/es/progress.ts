import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, quedan ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} de ${total}`
export const rowFailed = (failed: Part) => `${failed} fallidas`
export const rowRate = (rate: Part) => `${rate} páginas/s`
export const stateRunning = 'en curso'
export const stateCompleted = 'completado'
export const stateFailed = 'fallido'
export const stateCancelled = 'cancelado'
