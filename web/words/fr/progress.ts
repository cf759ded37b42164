export const rowLeft = ', encore {secondsLeft}'
export const rowPages = '{finished} sur {total}'
export const stateCancelled = 'annulé'
