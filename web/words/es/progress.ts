export const rowLeft = ', quedan {secondsLeft}'
export const rowPages = '{finished} de {total}'
export const stateCancelled = 'cancelado'
