import type { Part } from '../part.ts'

export const columnsState = '状態'
export const columnsKind = '種類'
export const columnsTarget = '対象'
export const columnsPages = 'ページ'
export const columnsCredits = 'クレジット'
export const columnsStarted = '開始'
export const stateAll = 'すべての状態'
export const stateRunning = '実行中'
export const stateCompleted = '完了'
export const stateFailed = '失敗'
export const stateCancelled = 'キャンセル済み'
export const filterKept = '保存したセットのみ'
export const kindAll = 'すべての種類'
export const toolbarCrawl = '新しいクロール'
export const listTitle = 'ジョブ'
export const emptyTitle = 'ジョブはありません'
export const emptyText =
  'クロールはサイトを読み、バッチは URL のリストを読みます。どちらもバックグラウンドで動きます。'
export const hintRate = (rate: Part) => `${rate} ページ/秒`
export const hintDuration = (createdAt: Part) => `${createdAt} かかりました`
