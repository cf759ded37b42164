import type { Part } from '../part.ts'

export const columnsState = 'Status'
export const columnsKind = 'Art'
export const columnsTarget = 'Ziel'
export const columnsPages = 'Seiten'
export const columnsCredits = 'Credits'
export const columnsStarted = 'Gestartet'
export const stateAll = 'Jeder Status'
export const stateRunning = 'Läuft'
export const stateCompleted = 'Abgeschlossen'
export const stateFailed = 'Fehlgeschlagen'
export const stateCancelled = 'Abgebrochen'
export const filterKept = 'Nur behaltene Sammlungen'
export const kindAll = 'Alle Arten'
export const toolbarCrawl = 'Neuer Crawl'
export const listTitle = 'Aufträge'
export const emptyTitle = 'Keine Aufträge'
export const emptyText =
  'Ein Crawl liest eine Website, ein Stapel liest eine Liste von URLs. Beide laufen im Hintergrund.'
export const hintRate = (rate: Part) => `${rate} Seiten/s`
export const hintDuration = (createdAt: Part) => `dauerte ${createdAt}`
