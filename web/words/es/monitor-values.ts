export const rangeLowest = 'mínimo {value}'
export const rangeHighest = 'máximo {value}'
export const rangeNow = 'ahora {value}'
export const sectionLabel = 'Valores en el tiempo'
