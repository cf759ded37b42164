import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `，剩余 ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} / ${total}`
export const stateCancelled = '已取消'
