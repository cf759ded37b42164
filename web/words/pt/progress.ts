export const rowLeft = ', faltam {secondsLeft}'
export const rowPages = '{finished} de {total}'
export const stateCancelled = 'cancelado'
