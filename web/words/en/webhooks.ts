import { formatNumber } from '../../format.ts'
import type { Part } from '../part.ts'

export const deliveriesOfTheLast =
  'Deliveries of the last 7 days. Jobs and monitors name their receivers.'
export const replayFailed = 'Replay '
export const deliveries = 'Deliveries'
export const noDelivery = 'No delivery'
export const aCrawlBatchOr =
  'A crawl, batch or monitor with the option webhook sends its events to your server.'
export const state = 'State'
export const event = 'Event'
export const receiver = 'Receiver'
export const answer = 'Answer'
export const noneYet = 'none yet'
export const attempts = 'Attempts'
export const when = 'When'
export const next = (nextAttemptAt: Part) => `next ${nextAttemptAt}`
export const actions = 'Actions'
export const replayEvent = (type: Part) => `Replay ${type}`
export const replay = 'Replay'
export const details = 'Details'
export const detailsOfEvent = (type: Part) => `Details of ${type}`
export const delivery = 'Delivery'
export const sent = 'Sent'
export const theBodyIsNot =
  'The body is not stored: its result has expired, or the job is under zero data retention.'
export const onlyTheBeginningOf = 'Only the first 64 KB are shown.'
export const noAttemptIsStored =
  'No attempt is stored: none was made, or the job is under zero data retention.'
export const noAnswer = 'no answer'
export const milliseconds = (number: number) => `${formatNumber(number)} ms`
export const theAnswerHadNo = 'The answer had no text.'
export const onlyTheBeginningIs = 'Only the first 8 KB are stored.'
export const testAReceiver = 'Test a receiver'
export const anEventOfThe = (sentTo: Part) =>
  `An event of the type webhook.test was sent to ${sentTo}. The answer is in the list above.`
export const urlOfTheReceiver = 'URL of the receiver'
export const sendATest = 'Send a test'
export const signingSecret = 'Signing secret'
export const deliveriesAreSignedAs =
  'Deliveries are signed as Standard Webhooks describes. After a change, deliveries carry the signatures of both secrets for 24 hours.'
export const showTheSecret = 'Show the secret'
export const replaceItNow = 'Replace it now'
export const replaceTheSecret = 'Replace the secret'
