import type { Part } from '../part.ts'

export const channelsTitle = 'Who is told'
export const testButton = 'Test'
export const testOne = (channel: Part) => `Test ${channel}`
export const testArrived = (seconds: Part) => `arrived, ${seconds} s`
export const testLate = 'no result yet'
export const removeOne = (channel: Part) => `Remove ${channel}`
export const addOpen = 'Add a channel'
export const addServices =
  'Slack, Discord, Teams, Telegram, Matrix, ntfy, Gotify, Pushover, PagerDuty, Opsgenie, SMS'
export const addName = 'Name of the channel'
export const addNamePlaceholder = 'Prices in Slack'
export const addUrl = 'URL of the channel'
export const addUrlHint =
  'As Apprise writes it, or the webhook URL that Slack, Discord or Teams gives you. It is encrypted and never shown again.'
export const digestLabel = 'Reports'
export const digestNone = 'at once'
export const digestHourly = 'once an hour'
export const digestDaily = 'once a day'
export const hoursStart = 'Quiet from'
export const hoursEnd = 'to'
export const messageLabel = 'Message'
