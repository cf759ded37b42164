export const rowLeft = '，剩余 {secondsLeft}'
export const rowPages = '{finished} / {total}'
export const stateCancelled = '已取消'
