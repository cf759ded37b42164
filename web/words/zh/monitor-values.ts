import type { Part } from '../part.ts'

export const rangeLowest = (value: Part) => `最低 ${value}`
export const rangeHighest = (value: Part) => `最高 ${value}`
export const rangeNow = (value: Part) => `现为 ${value}`
export const sectionLabel = '数值变化'
