import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `, encore ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} sur ${total}`
export const stateCancelled = 'annulé'
