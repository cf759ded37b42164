import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, quedan ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} de ${total}`
export const stateCancelled = 'cancelado'
