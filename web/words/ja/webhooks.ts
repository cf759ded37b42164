import type { Part } from '../part.ts'

export const pageLead = '過去 7 日間の配信。受信先はジョブとモニターで指定します。'
export const pageReplay = '再送: '
export const listTitle = '配信'
export const emptyTitle = '配信はありません'
export const emptyText =
  'webhook オプション付きのクロール、バッチ、モニターは、イベントをあなたのサーバーに送ります。'
export const columnsEvent = 'イベント'
export const columnsReceiver = '受信先'
export const columnsAttempts = '試行'
export const responseNone = 'まだありません'
export const rowNext = (nextAttemptAt: Part) => `次回 ${nextAttemptAt}`
export const replayLabel = (type: Part) => `${type} を再送`
export const replayButton = '再送'
export const detailsButton = '詳細'
export const detailsLabel = (type: Part) => `${type} の詳細`
export const dialogTitle = '配信'
export const dialogSent = '送信'
export const dialogBodyMissing =
  '本文は保存されていません: 結果の期限が切れたか、ジョブがデータを保存しません。'
export const dialogBodyCut = '最初の 64 KB だけを表示しています。'
export const dialogNoAttempts =
  '試行は保存されていません: 試行がなかったか、ジョブがデータを保存しません。'
export const attemptNone = '応答なし'
export const attemptEmpty = '応答にテキストはありませんでした。'
export const attemptCut = '最初の 8 KB だけが保存されます。'
export const testTitle = '受信先をテスト'
export const testUrl = '受信先の URL'
export const testSubmit = 'テストを送る'
export const secretLead =
  '配信は Standard Webhooks に従って署名されます。変更後 24 時間は、両方のシークレットの署名が付きます。'
export const secretShow = 'シークレットを表示'
export const secretConfirm = '今すぐ置き換える'
export const secretReplace = 'シークレットを置き換える'
