import type { Part } from '../part.ts'

export const columnsState = 'Estado'
export const columnsKind = 'Tipo'
export const columnsTarget = 'Destino'
export const columnsPages = 'Páginas'
export const columnsCredits = 'Créditos'
export const columnsStarted = 'Iniciada'
export const stateAll = 'Todos os estados'
export const stateRunning = 'Em andamento'
export const stateCompleted = 'Concluída'
export const stateFailed = 'Falhou'
export const stateCancelled = 'Cancelada'
export const filterKept = 'Só conjuntos guardados'
export const kindAll = 'Todos os tipos'
export const toolbarCrawl = 'Novo rastreamento'
export const listTitle = 'Trabalhos'
export const emptyTitle = 'Nenhum trabalho'
export const emptyText =
  'Um rastreamento lê um site, um lote lê uma lista de URLs. Os dois rodam em segundo plano.'
export const hintRate = (rate: Part) => `${rate} páginas/s`
export const hintDuration = (createdAt: Part) => `levou ${createdAt}`
