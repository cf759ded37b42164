export const rangeLowest = 'mínimo {value}'
export const rangeHighest = 'máximo {value}'
export const rangeNow = 'agora {value}'
export const sectionLabel = 'Valores ao longo do tempo'
