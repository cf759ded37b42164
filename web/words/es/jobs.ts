export const columnsKind = 'Tipo'
export const stateAll = 'Todos los estados'
export const filterKept = 'Solo conjuntos conservados'
export const kindAll = 'Todos los tipos'
export const emptyTitle = 'Ningún trabajo'
export const emptyText =
  'Un rastreo lee un sitio, un lote lee una lista de URL. Los dos se ejecutan en segundo plano.'
export const hintDuration = 'tardó {createdAt}'
