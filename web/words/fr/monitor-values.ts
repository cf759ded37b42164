export const rangeLowest = 'minimum {value}'
export const rangeHighest = 'maximum {value}'
export const rangeNow = 'maintenant {value}'
export const sectionLabel = 'Valeurs au fil du temps'
