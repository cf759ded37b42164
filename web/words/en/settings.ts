import type { Part } from '../part.ts'

export const languageLabel = 'Language of the console'
export const languageHint =
  'Of this browser. What the service itself writes, such as errors, is in English.'
export const passwordTitle = 'Your password'
export const passwordChanged = 'The password is changed. All other sessions have ended.'
export const passwordCurrent = 'Current password'
export const passwordNew = 'New password'
export const passwordSubmit = 'Change the password'
export const sessionsTitle = 'Where you are signed in'
export const sessionsAddress = (address: Part) => ` from ${address}`
export const sessionsTimes = (createdAt: Part, seenAt: Part) =>
  `signed in ${createdAt}, last used ${seenAt}`
export const sessionsCurrent = 'this browser'
export const sessionsEnd = 'End'
export const sessionsAll = 'Sign out everywhere else'
export const sessionsBrowser = (name: Part, system: Part) => `${name} on ${system}`
export const serviceTitle = 'Service'
export const serviceLead = 'Read from the environment when the service starts.'
export const serviceFind = 'Find a setting'
export const addressesTitle = 'Allowed addresses'
export const addressesLabel = 'Addresses and ranges'
export const addressesHint = (ownAddress: Part) =>
  `One per line; empty allows all. Keys and sessions from other addresses are refused. Your address is ${ownAddress}.`
export const retentionOff = 'Requests cannot ask for zero data retention.'
export const retentionAllowed = 'Requests may ask for zero data retention.'
export const retentionForced = 'Nothing of any request is kept in readable form.'
export const retentionLabel = 'Zero data retention'
export const personName = 'Name that others see'
export const renamingSubmit = 'Rename'
export const teamPlan = 'Plan'
export const resultDaysLabel = 'Days that results are stored'
export const resultDaysHint =
  'Of new crawls and batches. A single job can be stored longer on its page.'
export const safeModeLabel = 'Safe mode'
export const safeModeHint =
  'The team reads public pages only: no browser sessions, profiles, credentials, typing into pages, enhanced proxies or crawling against robots.txt.'
export const deletionTitle = 'Delete the team'
export const deletionText =
  'Ends its keys, jobs, monitors, browser sessions and agent runs at once. Stored results are deleted when their retention has passed. This cannot be undone.'
export const deletionHint = (name: Part) => `Enter ${name} to confirm.`
export const trialsModel = 'Language model'
export const trialsSearch = 'Search providers'
export const trialsTitle = 'Try the connections'
export const trialsButton = (title: Part) => `Try ${title}`
