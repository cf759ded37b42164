import type { Part } from '../part.ts'

export const channelsTitle = '通知先'
export const testButton = 'テスト'
export const testOne = (channel: Part) => `${channel} をテスト`
export const testArrived = (seconds: Part) => `届きました、${seconds} 秒`
export const testLate = 'まだ結果がありません'
export const removeOne = (channel: Part) => `${channel} を削除`
export const addOpen = 'チャネルを追加'
export const addServices =
  'Slack、Discord、Teams、Telegram、Matrix、ntfy、Gotify、Pushover、PagerDuty、Opsgenie、SMS'
export const addName = 'チャネルの名前'
export const addNamePlaceholder = 'Slack の価格'
export const addUrl = 'チャネルの URL'
export const addUrlHint =
  'Apprise の書き方、または Slack、Discord、Teams が発行する Webhook の URL。暗号化され、再び表示されることはありません。'
export const digestLabel = '通知'
export const digestNone = 'すぐに'
export const digestHourly = '1 時間に 1 回'
export const digestDaily = '1 日に 1 回'
export const hoursStart = '静かな時間の開始'
export const hoursEnd = 'から'
export const messageLabel = 'メッセージ'
