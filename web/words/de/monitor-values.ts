export const rangeLowest = 'niedrigster {value}'
export const rangeHighest = 'höchster {value}'
export const rangeNow = 'jetzt {value}'
export const sectionLabel = 'Werte im Lauf der Zeit'
