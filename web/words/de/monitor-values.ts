import type { Part } from '../part.ts'

export const rangeLowest = (value: Part) => `niedrigster ${value}`
export const rangeHighest = (value: Part) => `höchster ${value}`
export const rangeNow = (value: Part) => `jetzt ${value}`
export const sectionLabel = 'Werte im Lauf der Zeit'
