import type { Part } from '../part.ts'

export const pageLead = 'Deliveries of the last 7 days. Jobs and monitors name their receivers.'
export const pageReplay = 'Replay '
export const listTitle = 'Deliveries'
export const emptyTitle = 'No delivery'
export const emptyText =
  'A crawl, batch or monitor with the option webhook sends its events to your server.'
export const columnsEvent = 'Event'
export const columnsReceiver = 'Receiver'
export const columnsAttempts = 'Attempts'
export const responseNone = 'none yet'
export const rowNext = (nextAttemptAt: Part) => `next ${nextAttemptAt}`
export const replayLabel = (type: Part) => `Replay ${type}`
export const replayButton = 'Replay'
export const detailsButton = 'Details'
export const detailsLabel = (type: Part) => `Details of ${type}`
export const dialogTitle = 'Delivery'
export const dialogSent = 'Sent'
export const dialogBodyMissing =
  'The body is not stored: its result has expired, or the job is under zero data retention.'
export const dialogBodyCut = 'Only the first 64 KB are shown.'
export const dialogNoAttempts =
  'No attempt is stored: none was made, or the job is under zero data retention.'
export const attemptNone = 'no answer'
export const attemptEmpty = 'The answer had no text.'
export const attemptCut = 'Only the first 8 KB are stored.'
export const testTitle = 'Test a receiver'
export const testUrl = 'URL of the receiver'
export const testSubmit = 'Send a test'
export const secretLead =
  'Deliveries are signed as Standard Webhooks describes. After a change, deliveries carry the signatures of both secrets for 24 hours.'
export const secretShow = 'Show the secret'
export const secretConfirm = 'Replace it now'
export const secretReplace = 'Replace the secret'
