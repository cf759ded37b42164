export const columnsKind = 'Art'
export const stateAll = 'Jeder Status'
export const filterKept = 'Nur behaltene Sammlungen'
export const kindAll = 'Alle Arten'
export const emptyTitle = 'Keine Aufträge'
export const emptyText =
  'Ein Crawl liest eine Website, ein Stapel liest eine Liste von URLs. Beide laufen im Hintergrund.'
export const hintDuration = 'dauerte {createdAt}'
