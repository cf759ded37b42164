import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, noch ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} von ${total}`
export const rowFailed = (failed: Part) => `${failed} fehlgeschlagen`
export const rowRate = (rate: Part) => `${rate} Seiten/s`
export const stateRunning = 'läuft'
export const stateCompleted = 'abgeschlossen'
export const stateFailed = 'fehlgeschlagen'
export const stateCancelled = 'abgebrochen'
