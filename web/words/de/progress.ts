export const rowLeft = ', noch {secondsLeft}'
export const rowPages = '{finished} von {total}'
export const stateCancelled = 'abgebrochen'
