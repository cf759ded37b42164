import type { Part } from '../part.ts'

export const findARequest = 'Find a request'
export const findByOperationOr = 'Find by operation or target'
export const onlyFailed = 'Only failed'
export const requestsOfTheLast = 'Requests of the last 24 hours'
export const noRequest = 'No request'
export const requests = 'Requests'
export const id = 'Id'
export const changesInTheConsole = 'Changes in the console'
export const nobodyHasChangedAnything = 'Nobody has changed anything yet.'
export const from = (createdAt: Part, address: Part) => `${createdAt} from ${address}`
