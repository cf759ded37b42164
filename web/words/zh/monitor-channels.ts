import type { Part } from '../part.ts'

export const channelsTitle = '通知对象'
export const testButton = '测试'
export const testOne = (channel: Part) => `测试 ${channel}`
export const testArrived = (seconds: Part) => `已送达，${seconds} 秒`
export const testLate = '尚无结果'
export const removeOne = (channel: Part) => `移除 ${channel}`
export const addOpen = '添加渠道'
export const addServices =
  'Slack、Discord、Teams、Telegram、Matrix、ntfy、Gotify、Pushover、PagerDuty、Opsgenie、短信'
export const addName = '渠道名称'
export const addNamePlaceholder = 'Slack 中的价格'
export const addUrl = '渠道的 URL'
export const addUrlHint =
  '按 Apprise 的写法，或 Slack、Discord、Teams 提供的 Webhook URL。它会被加密，且不再显示。'
export const digestLabel = '通知'
export const digestNone = '立即'
export const digestHourly = '每小时一次'
export const digestDaily = '每天一次'
export const hoursStart = '静默时段从'
export const hoursEnd = '至'
export const messageLabel = '消息'
