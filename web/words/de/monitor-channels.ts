import type { Part } from '../part.ts'

export const channelsTitle = 'Wer benachrichtigt wird'
export const testButton = 'Testen'
export const testOne = (channel: Part) => `${channel} testen`
export const testArrived = (seconds: Part) => `angekommen, ${seconds} s`
export const testLate = 'noch kein Ergebnis'
export const removeOne = (channel: Part) => `${channel} entfernen`
export const addOpen = 'Kanal hinzufügen'
export const addServices =
  'Slack, Discord, Teams, Telegram, Matrix, ntfy, Gotify, Pushover, PagerDuty, Opsgenie, SMS'
export const addName = 'Name des Kanals'
export const addNamePlaceholder = 'Preise in Slack'
export const addUrl = 'URL des Kanals'
export const addUrlHint =
  'Wie Apprise sie schreibt, oder die Webhook-URL, die Slack, Discord oder Teams Ihnen gibt. Sie wird verschlüsselt und nie wieder gezeigt.'
export const digestLabel = 'Meldungen'
export const digestNone = 'sofort'
export const digestHourly = 'einmal in der Stunde'
export const digestDaily = 'einmal am Tag'
export const hoursStart = 'Ruhe von'
export const hoursEnd = 'bis'
export const messageLabel = 'Nachricht'
