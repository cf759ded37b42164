import type { Part } from '../part.ts'

export const stepPlan = (steps: Part) => `Plan with ${steps}`
export const stepSearch = (query: Part) => `Search for ${query}`
export const stepMap = (url: Part) => `List the addresses of ${url}`
export const stepScrape = (url: Part) => `Read ${url}`
export const stepNote = (records: Part) => `Note ${records}`
export const stepDelegate = (tasks: Part) => `Give ${tasks} to readers`
export const stepReport = 'Report'
export const stepFinish = 'Finish with the result'
export const stepCancelling = 'Cancellation was asked for'
export const endingRefused = 'Refused by the language model'
export const endingCreditLimit = 'Ended by its credit limit'
export const timelineTitle = 'Timeline'
export const timelineWorking = 'working'
export const timelineSeconds = (seconds: Part) => `took ${seconds} s`
export const timelineDuration = (seconds: Part) => `took ${seconds}`
export const timelineShowText = (url: Part) => `Text of ${url}`
export const timelineRaw = 'Input and result'
export const sourcesTitle = 'Sources'
export const sourcesEmpty = 'No page was read yet.'
export const badgeCreditLimit = 'ended by its credit limit'
export const headerContinue = 'Ask more'
export const headerFree = 'nothing charged'
export const headerMaximum = (maxCredits: Part) => ` of at most ${maxCredits}`
export const resultPartialTitle = 'Partial result'
export const resultPartial = 'The run ended before it was complete. This is what it had found'
export const resultMisfit = '; it does not fit the schema'
export const snapshotTitle = 'Page as it was read'
export const snapshotEmpty = 'The page has no text'
