import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, encore ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} sur ${total}`
export const rowFailed = (failed: Part) => `${failed} en échec`
export const rowRate = (rate: Part) => `${rate} pages/s`
export const stateRunning = 'en cours'
export const stateCompleted = 'terminé'
export const stateFailed = 'échec'
export const stateCancelled = 'annulé'
