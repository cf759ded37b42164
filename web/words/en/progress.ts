import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, ${secondsLeft} left`
export const rowPages = (finished: Part, total: Part) => `${finished} of ${total}`
export const stateCancelled = 'cancelled'
