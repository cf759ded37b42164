export const rangeLowest = 'lowest {value}'
export const rangeHighest = 'highest {value}'
export const rangeNow = 'now {value}'
export const sectionLabel = 'Values over time'
