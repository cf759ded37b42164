export const columnsKind = '種類'
export const stateAll = 'すべての状態'
export const filterKept = '保存したセットのみ'
export const kindAll = 'すべての種類'
export const emptyTitle = 'ジョブはありません'
export const emptyText =
  'クロールはサイトを読み、バッチは URL のリストを読みます。どちらもバックグラウンドで動きます。'
export const hintDuration = '{createdAt} かかりました'
