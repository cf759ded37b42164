import type { Part } from '../part.ts'

export const columnsState = 'Estado'
export const columnsKind = 'Tipo'
export const columnsTarget = 'Destino'
export const columnsPages = 'Páginas'
export const columnsCredits = 'Créditos'
export const columnsStarted = 'Iniciada'
export const stateAll = 'Todos los estados'
export const stateRunning = 'En curso'
export const stateCompleted = 'Completada'
export const stateFailed = 'Fallida'
export const stateCancelled = 'Cancelada'
export const filterKept = 'Solo conjuntos conservados'
export const kindAll = 'Todos los tipos'
export const toolbarCrawl = 'Nuevo rastreo'
export const listTitle = 'Trabajos'
export const emptyTitle = 'Ningún trabajo'
export const emptyText =
  'Un rastreo lee un sitio, un lote lee una lista de URL. Los dos se ejecutan en segundo plano.'
export const hintRate = (rate: Part) => `${rate} páginas/s`
export const hintDuration = (createdAt: Part) => `tardó ${createdAt}`
