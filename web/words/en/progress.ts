export const rowLeft = ', {secondsLeft} left'
export const rowPages = '{finished} of {total}'
export const stateCancelled = 'cancelled'
