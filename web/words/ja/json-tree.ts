import type { Part } from '../part.ts'

export const restLabel = (shownMax: Part) => `… ほか ${shownMax} 件`
