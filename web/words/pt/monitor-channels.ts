import type { Part } from '../part.ts'

export const channelsTitle = 'Quem é avisado'
export const testButton = 'Testar'
export const testOne = (channel: Part) => `Testar ${channel}`
export const testArrived = (seconds: Part) => `chegou, ${seconds} s`
export const testLate = 'sem resultado ainda'
export const removeOne = (channel: Part) => `Remover ${channel}`
export const addOpen = 'Adicionar um canal'
export const addServices =
  'Slack, Discord, Teams, Telegram, Matrix, ntfy, Gotify, Pushover, PagerDuty, Opsgenie, SMS'
export const addName = 'Nome do canal'
export const addNamePlaceholder = 'Preços no Slack'
export const addUrl = 'URL do canal'
export const addUrlHint =
  'Como o Apprise a escreve, ou a URL de webhook que o Slack, o Discord ou o Teams fornece. Ela é criptografada e nunca mais mostrada.'
export const digestLabel = 'Avisos'
export const digestNone = 'na hora'
export const digestHourly = 'uma vez por hora'
export const digestDaily = 'uma vez por dia'
export const hoursStart = 'Silêncio de'
export const hoursEnd = 'até'
export const messageLabel = 'Mensagem'
