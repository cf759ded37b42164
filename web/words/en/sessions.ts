import { prices } from '../../../src/credits/prices.ts'

export const pageLead =
  'A browser that stays open: for programs, for a language model, and for you.'
export const formTitle = 'New session'
export const formRecord = 'Record the pages'
export const formBusy = 'Starting'
export const listTitle = 'Sessions'
export const emptyTitle = 'No session in the last 24 hours'
export const emptyText = `A session costs ${prices.browserMinute} credits per minute, or ${prices.promptedBrowserMinute} once a language model has used it.`
export const columnsSession = 'Session'
export const columnsEnds = 'Ends'
export const minutesLabel = 'Minutes'
export const minutesHint = 'It ends by itself after this time. Its credits are reserved until then.'
export const profileLabel = 'Profile'
export const profileHint = 'Optional. Starts with the cookies and storage of this name.'
export const profileSave = 'Save the profile when the session ends'
export const stateDestroyed = 'ended'
