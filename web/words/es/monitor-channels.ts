import type { Part } from '../part.ts'

export const channelsTitle = 'A quién se avisa'
export const testButton = 'Probar'
export const testOne = (channel: Part) => `Probar ${channel}`
export const testArrived = (seconds: Part) => `llegó, ${seconds} s`
export const testLate = 'sin resultado todavía'
export const removeOne = (channel: Part) => `Quitar ${channel}`
export const addOpen = 'Añadir un canal'
export const addServices =
  'Slack, Discord, Teams, Telegram, Matrix, ntfy, Gotify, Pushover, PagerDuty, Opsgenie, SMS'
export const addName = 'Nombre del canal'
export const addNamePlaceholder = 'Precios en Slack'
export const addUrl = 'URL del canal'
export const addUrlHint =
  'Como la escribe Apprise, o la URL de webhook que dan Slack, Discord o Teams. Se cifra y no se vuelve a mostrar.'
export const digestLabel = 'Informes'
export const digestNone = 'enseguida'
export const digestHourly = 'una vez por hora'
export const digestDaily = 'una vez al día'
export const hoursStart = 'Silencio de'
export const hoursEnd = 'a'
export const messageLabel = 'Mensaje'
