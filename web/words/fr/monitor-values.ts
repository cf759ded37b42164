import type { Part } from '../part.ts'

export const rangeLowest = (value: Part) => `minimum ${value}`
export const rangeHighest = (value: Part) => `maximum ${value}`
export const rangeNow = (value: Part) => `maintenant ${value}`
export const sectionLabel = 'Valeurs au fil du temps'
