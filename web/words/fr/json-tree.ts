import type { Part } from '../part.ts'

export const restLabel = (shownMax: Part) => `… ${shownMax} de plus`
