import type { Part } from '../part.ts'

export const rangeLowest = (value: Part) => `mínimo ${value}`
export const rangeHighest = (value: Part) => `máximo ${value}`
export const rangeNow = (value: Part) => `agora ${value}`
export const sectionLabel = 'Valores ao longo do tempo'
