import type { Part } from '../part.ts'

export const typeHttp = 'JSON-Zeilen über HTTPS'
export const secretKeep = 'Lassen Sie es leer, um das gespeicherte zu behalten.'
export const sentinelTenant = 'Mandanten-ID'
export const sentinelClient = 'Client-ID'
export const sentinelSecret = 'Client-Geheimnis'
export const sentinelEndpoint = 'URL der Protokollannahme'
export const sentinelRule = 'Unveränderliche ID der Regel'
export const sentinelStream = 'Stream'
export const sentinelStreamHint = 'Beginnt mit Custom-.'
export const httpSecretHint = (kept: Part) =>
  `${kept} Ohne eines signiert das Webhook-Geheimnis des Teams.`
export const pageTitle = 'SIEM-Protokoll'
export const pageLead =
  'Sendet ein Ereignis für jede URL, die für dieses Team abgerufen wird. Ereignisse haben keinen Inhalt.'
export const testSuccess = 'Der Empfänger hat ein Testereignis angenommen.'
export const testButton = 'Testereignis senden'
export const formEnabled = 'Ereignisse senden'
export const formType = 'Empfänger'
export const formEnable = 'Ereignisse dorthin senden'
export const formWarning =
  'Von jetzt an geht die URL jedes Abrufs dieses Teams an diesen Empfänger. Senden Sie danach ein Testereignis.'
export const deliveryTitle = 'Ereignisse'
export const deliverySent = 'letzte Zustellung'
export const deliveryFailed = 'letzter Fehler'
export const exampleTitle = 'Beispielereignis'
