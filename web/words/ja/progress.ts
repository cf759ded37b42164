import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `、残り ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} / ${total}`
export const stateCancelled = 'キャンセル済み'
