import type { Part } from '../part.ts'

export const rowLeft = (secondsLeft: Part) => `、残り ${secondsLeft}`
export const rowPages = (finished: Part, total: Part) => `${finished} / ${total}`
export const rowFailed = (failed: Part) => `${failed} 件失敗`
export const rowRate = (rate: Part) => `${rate} ページ/秒`
export const stateRunning = '実行中'
export const stateCompleted = '完了'
export const stateFailed = '失敗'
export const stateCancelled = 'キャンセル済み'
