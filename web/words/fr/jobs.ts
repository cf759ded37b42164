export const columnsKind = 'Type'
export const stateAll = 'Tous les états'
export const filterKept = 'Seulement les ensembles conservés'
export const kindAll = 'Tous les types'
export const emptyTitle = 'Aucune tâche'
export const emptyText =
  'Un crawl lit un site, un lot lit une liste d’URL. Les deux s’exécutent en arrière-plan.'
export const hintDuration = 'a pris {createdAt}'
