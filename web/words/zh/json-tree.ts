import type { Part } from '../part.ts'

export const restLabel = (shownMax: Part) => `… 另外 ${shownMax} 个`
