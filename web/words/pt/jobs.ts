export const columnsKind = 'Tipo'
export const stateAll = 'Todos os estados'
export const filterKept = 'Só conjuntos guardados'
export const kindAll = 'Todos os tipos'
export const emptyTitle = 'Nenhum trabalho'
export const emptyText =
  'Um rastreamento lê um site, um lote lê uma lista de URLs. Os dois rodam em segundo plano.'
export const hintDuration = 'levou {createdAt}'
