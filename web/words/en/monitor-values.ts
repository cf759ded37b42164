import type { Part } from '../part.ts'

export const rangeLowest = (value: Part) => `lowest ${value}`
export const rangeHighest = (value: Part) => `highest ${value}`
export const rangeNow = (value: Part) => `now ${value}`
export const sectionLabel = 'Values over time'
