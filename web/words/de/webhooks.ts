import type { Part } from '../part.ts'

export const pageLead =
  'Zustellungen der letzten 7 Tage. Aufträge und Monitore nennen ihre Empfänger.'
export const pageReplay = 'Wiederholen: '
export const listTitle = 'Zustellungen'
export const emptyTitle = 'Keine Zustellung'
export const emptyText =
  'Ein Crawl, Stapel oder Monitor mit der Option webhook sendet seine Ereignisse an Ihren Server.'
export const columnsEvent = 'Ereignis'
export const columnsReceiver = 'Empfänger'
export const columnsAttempts = 'Versuche'
export const responseNone = 'noch keine'
export const rowNext = (nextAttemptAt: Part) => `nächste ${nextAttemptAt}`
export const replayLabel = (type: Part) => `${type} wiederholen`
export const replayButton = 'Wiederholen'
export const detailsButton = 'Einzelheiten'
export const detailsLabel = (type: Part) => `Einzelheiten von ${type}`
export const dialogTitle = 'Zustellung'
export const dialogSent = 'Gesendet'
export const dialogBodyMissing =
  'Der Inhalt ist nicht gespeichert: sein Ergebnis ist abgelaufen, oder der Auftrag bewahrt keine Daten auf.'
export const dialogBodyCut = 'Nur die ersten 64 KB werden gezeigt.'
export const dialogNoAttempts =
  'Kein Versuch ist gespeichert: es gab keinen, oder der Auftrag bewahrt keine Daten auf.'
export const attemptNone = 'keine Antwort'
export const attemptEmpty = 'Die Antwort hatte keinen Text.'
export const attemptCut = 'Nur die ersten 8 KB sind gespeichert.'
export const testTitle = 'Einen Empfänger testen'
export const testUrl = 'URL des Empfängers'
export const testSubmit = 'Test senden'
export const secretLead =
  'Zustellungen werden signiert, wie Standard Webhooks es beschreibt. Nach einer Änderung tragen Zustellungen 24 Stunden lang die Signaturen beider Geheimnisse.'
export const secretShow = 'Geheimnis zeigen'
export const secretConfirm = 'Jetzt ersetzen'
export const secretReplace = 'Geheimnis ersetzen'
