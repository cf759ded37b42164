import type { Part } from '../part.ts'

export const rangeLowest = (value: Part) => `mínimo ${value}`
export const rangeHighest = (value: Part) => `máximo ${value}`
export const rangeNow = (value: Part) => `ahora ${value}`
export const sectionLabel = 'Valores en el tiempo'
