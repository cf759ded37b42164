import type { Part } from '../part.ts'

export const findLabel = 'Find a request'
export const findPlaceholder = 'Find by operation or target'
export const filterFailed = 'Only failed'
export const filterDays = 'All days'
export const foundSoFar = (number: Part) =>
  `${number} so far. Older requests were not searched yet.`
export const requestsLabel = 'Requests'
export const emptyTitle = 'No request'
export const changesTitle = 'Changes in the console'
export const changesEmpty = 'Nobody has changed anything yet.'
export const changesOrigin = (createdAt: Part, address: Part) => `${createdAt} from ${address}`
