import type { Part } from '../part.ts'

export const columnsState = 'État'
export const columnsKind = 'Type'
export const columnsTarget = 'Cible'
export const columnsPages = 'Pages'
export const columnsCredits = 'Crédits'
export const columnsStarted = 'Démarrée'
export const stateAll = 'Tous les états'
export const stateRunning = 'En cours'
export const stateCompleted = 'Terminée'
export const stateFailed = 'Échec'
export const stateCancelled = 'Annulée'
export const filterKept = 'Seulement les ensembles conservés'
export const kindAll = 'Tous les types'
export const toolbarCrawl = 'Nouveau crawl'
export const listTitle = 'Tâches'
export const emptyTitle = 'Aucune tâche'
export const emptyText =
  'Un crawl lit un site, un lot lit une liste d’URL. Les deux s’exécutent en arrière-plan.'
export const hintRate = (rate: Part) => `${rate} pages/s`
export const hintDuration = (createdAt: Part) => `a pris ${createdAt}`
