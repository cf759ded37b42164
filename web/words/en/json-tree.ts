import type { Part } from '../part.ts'

export const more = (shownMax: Part) => `… ${shownMax} more`
