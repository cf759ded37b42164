import type { Part } from '../part.ts'

export const planWith = (steps: Part) => `Plan with ${steps}`
export const searchFor = (query: Part) => `Search for ${query}`
export const listTheAddressesOf = (url: Part) => `List the addresses of ${url}`
export const read = (url: Part) => `Read ${url}`
export const note = (records: Part) => `Note ${records}`
export const giveToReaders = (tasks: Part) => `Give ${tasks} to readers`
export const report = 'Report'
export const finishWithTheResult = 'Finish with the result'
export const completed = 'Completed'
export const failed = 'Failed'
export const cancelled = 'Cancelled'
export const refusedByTheLanguage = 'Refused by the language model'
export const endedByItsCredit = 'Ended by its credit limit'
export const started = 'Started'
export const cancellationWasAskedFor = 'Cancellation was asked for'
export const timeline = 'Timeline'
export const sources = 'Sources'
export const noPageWasRead = 'No page was read yet.'
export const text = 'Text'
export const endedByItsCreditLimit = 'ended by its credit limit'
export const agent = 'Agent'
export const cancel = 'Cancel'
export const askMore = 'Ask more'
export const nothingCharged = 'nothing charged'
export const ofAtMost = (maxCredits: Part) => ` of at most ${maxCredits}`
export const keptUntil = (expiresAt: Part) => `kept until ${expiresAt}`
export const partialResult = 'Partial result'
export const result = 'Result'
export const theRunEndedBefore = 'The run ended before it was complete. This is what it had found'
export const itDoesNotFit = '; it does not fit the schema'
export const pageAsItWas = 'Page as it was read'
export const thePageHasNo = 'The page has no text'
export const working = 'working'
export const tookSeconds = (seconds: Part) => `took ${seconds} s`
export const took = (seconds: Part) => `took ${seconds}`
export const textOf = (url: Part) => `Text of ${url}`
export const inputAndResult = 'Input and result'
