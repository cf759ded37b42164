import type { Part } from '../part.ts'

export const channelsTitle = 'Qui est averti'
export const testButton = 'Tester'
export const testOne = (channel: Part) => `Tester ${channel}`
export const testArrived = (seconds: Part) => `arrivé, ${seconds} s`
export const testLate = 'pas encore de résultat'
export const removeOne = (channel: Part) => `Retirer ${channel}`
export const addOpen = 'Ajouter un canal'
export const addServices =
  'Slack, Discord, Teams, Telegram, Matrix, ntfy, Gotify, Pushover, PagerDuty, Opsgenie, SMS'
export const addName = 'Nom du canal'
export const addNamePlaceholder = 'Prix dans Slack'
export const addUrl = 'URL du canal'
export const addUrlHint =
  'Comme Apprise l’écrit, ou l’URL de webhook que donne Slack, Discord ou Teams. Elle est chiffrée et n’est plus jamais affichée.'
export const digestLabel = 'Rapports'
export const digestNone = 'aussitôt'
export const digestHourly = 'une fois par heure'
export const digestDaily = 'une fois par jour'
export const hoursStart = 'Silence de'
export const hoursEnd = 'à'
export const messageLabel = 'Message'
