import type { Part } from '../part.ts'

export const listTitle = 'Läufe'
export const emptyTitle = 'Keine Läufe'
export const emptyText =
  'Der Agent sucht und liest Seiten, bis er eine Antwort mit ihren Quellen hat.'
export const columnsBegin = 'Beginnt bei'
export const columnsAnywhere = 'das Web'
export const columnsMore = (urls: Part) => ` und ${urls} weitere`
export const formInvalidSchema = 'Das Schema ist kein gültiges JSON.'
export const formTitle = 'Neuer Lauf'
export const formThreadTitle = 'Den Faden fortsetzen'
export const goalPlaceholder = 'Vergleiche die Preise der Tarife dieser drei E-Mail-Dienste'
export const pagesLabel = 'Seiten für den Anfang'
export const pagesHint = 'Freiwillig, eine je Zeile. Ohne sie sucht der Agent.'
export const pagesStrict = 'Keine anderen Seiten lesen'
export const schemaLabel = 'Schema des Ergebnisses'
export const schemaHint =
  'Freiwilliges JSON-Schema. Ohne es ist das Ergebnis ein Text mit seinen Quellen.'
export const effortLabel = 'Aufwand'
export const effortLow = 'niedrig'
export const effortMedium = 'mittel'
export const effortHigh = 'hoch'
export const limitUnit = 'Credits'
