import type { Part } from '../part.ts'

export const errorsEmpty = 'Keine Seite ist fehlgeschlagen'
export const errorsFind = 'Fehlgeschlagene Seite suchen'
export const errorsPlaceholder = 'Nach URL oder Code suchen'
export const jsonLinesHint = 'Ein Dokument je Zeile'
export const csvHint = 'URL, Titel, Status und Markdown für Tabellenprogramme'
export const markdownTitle = 'Markdown (ZIP)'
export const markdownHint = 'Eine Datei je Seite, in Ordnern wie auf der Website'
export const warcHint = 'Für Webarchive'
export const llmsTxtHint = 'Links mit Beschreibungen'
export const llmsFullTxtHint = 'Das Markdown aller Seiten in einem Text'
export const failuresTitle = 'Fehlgeschlagene Seiten (CSV)'
export const failuresHint = 'URLs mit ihren Fehlern'
export const menuSaving = (bytes: Part) => `Wird gespeichert, ${bytes}`
export const menuStop = 'Speichern anhalten'
export const menuOpen = 'Exportieren'
export const menuLabel = 'Exportieren als'
export const menuRunning = 'Der Auftrag läuft: die Datei enthält die fertigen Seiten.'
export const pagesEmpty = 'Noch ist keine Seite fertig'
export const noneTitle = 'Keine Seite konnte gelesen werden'
export const noneText =
  'Die Registerkarte Fehlgeschlagen sagt warum, und Wiederholen liest die Seiten noch einmal.'
export const pagesFind = 'Seite suchen'
export const pagesPlaceholder = 'Nach URL, Titel oder Status suchen'
export const pagesLabel = 'Seiten des Auftrags'
export const pagesSearching = 'Wird gesucht'
export const pagesFound = (rows: Part) => `${rows} gefunden`
export const tabsRobots = 'Durch robots.txt gesperrt'
export const tabsLabel = 'Teile des Auftrags'
export const headerRetry = 'Wiederholen: '
export const progressLabel = 'Fertige Seiten'
export const progressPages = (completed: Part, total: Part) => `${completed} von ${total} Seiten`
export const progressLeft = (secondsLeft: Part) => `noch ${secondsLeft}`
export const setName = 'Name der Sammlung'
export const setSubmit = 'Für immer behalten'
export const setKept = (name: Part) => `für immer behalten als ${name}`
export const keepLabel = 'Ergebnisse aufbewahren für'
export const keepDays = (days: Part) => `${days} Tage ab jetzt`
export const keepChoose = 'Länger aufbewahren'
export const crumbsLabel = 'Sie sind hier'
export const optionsTitle = 'Optionen, mit denen er gestartet wurde'
export const tabsTimeline = 'Verlauf'
export const timelineLabel = 'Seiten im Verlauf'
export const timelineUnit = 'Zeit'
export const timelineRead = 'gelesen'
export const timelineFailed = 'fehlgeschlagen'
export const timelinePartial = 'Nur die ersten 100.000 Seiten sind gezählt.'
export const timelineHint = (length: Part) => `Jeder Balken steht für ${length}.`
