import type { Part } from '../part.ts'

export const stateStarted = 'gestartet'
export const creditsJob = 'im Auftrag gezählt'
export const columnReason = 'Grund'
export const columnTime = 'Dauer'
export const columnRequester = 'Angefragt von'
export const factId = 'Kennung'
export const targetMissing = 'nicht festgehalten'
export const adviceTitle = 'Was zu versuchen ist'
export const headlineCompleted = (time: Part) => `Abgeschlossen in ${time}`
export const headlineFailed = (time: Part) => `Fehlgeschlagen nach ${time}`
export const requestLabel = 'Die Anfrage, wie sie gesendet wurde'
export const requestNote =
  'Wie sie gesendet wurde, ohne Header und Zugangsdaten, die nicht aufbewahrt werden.'
export const requestMissing =
  'Die Anfrage wurde nicht aufbewahrt: sie war zu groß, oder das Team bewahrt keine Daten auf.'
export const actionAgain = 'Noch einmal ausführen'
export const actionPlayground = 'Im Spielplatz öffnen'
export const actionSession = 'Sitzung öffnen'
export const resultMissing = 'Das Ergebnis dieser Operation wird nicht aufbewahrt.'
export const durationSeconds = (seconds: Part) => `${seconds} s`
export const filterOperations = 'Alle Operationen'
export const filterKeys = 'Alle Schlüssel und Personen'
export const filterHosts = 'Alle Hosts'
export const filterHost = 'Host'
export const filterKey = 'Schlüssel oder Person'
export const filteredEmpty = 'Keine Anfrage passt zu den Filtern'
export const filteredClear = 'Filter löschen'
export const emptyText =
  'In den letzten 7 Tagen wurde nichts angefragt. Führen Sie im Spielplatz etwas aus.'
export const emptyPlayground = 'Spielplatz öffnen'
