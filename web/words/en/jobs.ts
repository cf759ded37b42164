export const columnsKind = 'Kind'
export const stateAll = 'All states'
export const filterKept = 'Only kept sets'
export const kindAll = 'All kinds'
export const emptyTitle = 'No jobs'
export const emptyText =
  'A crawl reads a site, a batch reads a list of URLs. Both run in the background.'
export const hintDuration = 'took {createdAt}'
