export const rowLeft = '、残り {secondsLeft}'
export const rowPages = '{finished} / {total}'
export const stateCancelled = 'キャンセル済み'
