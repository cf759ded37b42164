import type { Part } from '../part.ts'

export const typeHttp = 'HTTPS の JSON 行'
export const secretKeep = '空のままにすると、保存済みのものを使います。'
export const sentinelTenant = 'テナント ID'
export const sentinelClient = 'クライアント ID'
export const sentinelSecret = 'クライアントシークレット'
export const sentinelEndpoint = 'ログ取り込みの URL'
export const sentinelRule = 'ルールの不変 ID'
export const sentinelStream = 'ストリーム'
export const sentinelStreamHint = 'Custom- で始まります。'
export const httpSecretHint = (kept: Part) =>
  `${kept} なければチームの Webhook シークレットで署名します。`
export const pageTitle = 'SIEM ログ'
export const pageLead =
  'このチームのために取得した URL ごとにイベントを 1 つ送ります。イベントに内容は含まれません。'
export const testSuccess = '送信先がテストイベントを受け付けました。'
export const testButton = 'テストイベントを送る'
export const formEnabled = 'イベントを送る'
export const formType = '送信先'
export const formEnable = 'ここにイベントを送る'
export const formWarning =
  'これ以降、このチームの取得の URL はすべてこの送信先に送られます。続けてテストイベントを送ってください。'
export const deliveryTitle = 'イベント'
export const deliverySent = '最後の配信'
export const deliveryFailed = '最後の失敗'
export const exampleTitle = 'イベントの例'
