import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, noch ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} von ${total}`
export const stateCancelled = 'abgebrochen'
