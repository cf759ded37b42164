import type { Part } from '../part.ts'

export const yourPassword = 'Your password'
export const thePasswordIsChanged = 'The password is changed. All other sessions have ended.'
export const eMailAddress = 'E-mail address'
export const presentPassword = 'Present password'
export const newPassword = 'New password'
export const atLeast12Characters = 'At least 12 characters.'
export const changeThePassword = 'Change the password'
export const whereYouAreSigned = 'Where you are signed in'
export const from = (address: Part) => ` from ${address}`
export const signedInLastUsed = (createdAt: Part, seenAt: Part) =>
  `signed in ${createdAt}, last used ${seenAt}`
export const thisBrowser = 'this browser'
export const end = 'End'
export const on = (name: Part, system: Part) => `${name} on ${system}`
export const service = 'Service'
export const readFromTheEnvironment = 'Read from the environment when the service starts.'
export const findASetting = 'Find a setting'
export const notSet = 'not set'
export const allowedAddresses = 'Allowed addresses'
export const addressesAndRanges = 'Addresses and ranges'
export const onePerLineEmpty = (ownAddress: Part) =>
  `One per line; empty allows all. Keys and sessions from other addresses are refused. Your address is ${ownAddress}.`
export const save = 'Save'
export const requestsCannotAskFor = 'Requests cannot ask for zero data retention.'
export const requestsMayAskFor = 'Requests may ask for zero data retention.'
export const nothingOfAnyRequest = 'Nothing of any request is kept in readable form.'
export const team = 'Team'
export const name = 'Name'
export const plan = 'Plan'
export const zeroDataRetention = 'Zero data retention'
export const safeMode = 'Safe mode'
export const theTeamReadsPublic =
  'The team reads public pages only: no browser sessions, profiles, credentials, typing into pages, enhanced proxies or crawling against robots.txt.'
export const deleteTheTeam = 'Delete the team'
export const endsItsKeysJobs =
  'Ends its keys, jobs, monitors, browser sessions and agent runs at once. Stored results are deleted when their retention has passed. This cannot be undone.'
export const deleteTeam = (name: Part) => `Delete ${name}`
export const nameOfTheTeam = 'Name of the team'
export const enterToConfirm = (name: Part) => `Enter ${name} to confirm.`
export const languageModel = 'Language model'
export const searchProviders = 'Search providers'
export const tryTheConnections = 'Try the connections'
export const tryConnection = (title: Part) => `Try ${title}`
