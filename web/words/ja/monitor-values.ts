export const rangeLowest = '最低 {value}'
export const rangeHighest = '最高 {value}'
export const rangeNow = '現在 {value}'
export const sectionLabel = '値の推移'
