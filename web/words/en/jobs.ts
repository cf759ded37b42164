import type { Part } from '../part.ts'

export const columnsState = 'State'
export const columnsKind = 'Kind'
export const columnsTarget = 'Target'
export const columnsPages = 'Pages'
export const columnsCredits = 'Credits'
export const columnsStarted = 'Started'
export const stateAll = 'All states'
export const stateRunning = 'Running'
export const stateCompleted = 'Completed'
export const stateFailed = 'Failed'
export const stateCancelled = 'Cancelled'
export const filterKept = 'Only kept sets'
export const kindAll = 'All kinds'
export const toolbarCrawl = 'New crawl'
export const listTitle = 'Jobs'
export const emptyTitle = 'No jobs'
export const emptyText =
  'A crawl reads a site, a batch reads a list of URLs. Both run in the background.'
export const hintRate = (rate: Part) => `${rate} pages/s`
export const hintDuration = (createdAt: Part) => `took ${createdAt}`
