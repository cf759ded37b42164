export const rangeLowest = '最低 {value}'
export const rangeHighest = '最高 {value}'
export const rangeNow = '现为 {value}'
export const sectionLabel = '数值变化'
