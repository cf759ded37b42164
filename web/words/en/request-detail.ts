import type { Part } from '../part.ts'

export const stateStarted = 'started'
export const creditsJob = 'counted by the job'
export const columnReason = 'Reason'
export const columnTime = 'Duration'
export const columnRequester = 'Asked by'
export const factId = 'Id'
export const targetMissing = 'not recorded'
export const adviceTitle = 'What to try'
export const headlineCompleted = (time: Part) => `Completed in ${time}`
export const headlineFailed = (time: Part) => `Failed after ${time}`
export const requestLabel = 'The request as it was sent'
export const requestNote = 'As it was sent, without headers and credentials, which are not kept.'
export const requestMissing =
  'The request was not kept: it was too large, or the team keeps no data.'
export const actionAgain = 'Run again'
export const actionPlayground = 'Open in Playground'
export const actionSession = 'Open the session'
export const resultMissing = 'The result of this operation is not kept.'
export const durationSeconds = (seconds: Part) => `${seconds} s`
export const filterOperations = 'All operations'
export const filterKeys = 'All keys and people'
export const filterHosts = 'All hosts'
export const filterHost = 'Host'
export const filterKey = 'Key or person'
export const filteredEmpty = 'No request fits the filters'
export const filteredClear = 'Clear the filters'
export const emptyText =
  'Nothing has been asked for in the last 7 days. Run something in the playground.'
export const emptyPlayground = 'Open the playground'
