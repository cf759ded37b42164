import type { Part } from '../part.ts'

export const formBusy = 'One moment'
export const formUnencrypted =
  'This connection is not encrypted: others in the network can read your password. Put a reverse proxy with HTTPS before this service.'
export const resetTitle = 'Choose a new password'
export const resetLead = 'All your sessions end.'
export const resetSubmit = 'Set the password'
export const joinTitle = (team: Part) => `Join ${team}`
export const joinLead = (role: Part) => `You will be a ${role} of the team.`
export const joinSubmit = 'Join'
export const joinPasswordHint =
  'At least 12 characters. If you already use this console, enter your present password.'
export const joinAnyTeam = 'a team'
export const invalidTitle = 'This link does not work'
export const invalidLink = 'Go to the console'
export const setUpTitle = 'Set up Weir'
export const setUpLead = 'You will be the operator of this service.'
export const setUpSubmit = 'Set up'
export const codeLabel = 'Set-up code'
export const codeHint =
  'The service prints a link with it when it starts; `weir open` prints it again.'
export const codeOfApp = 'Code of your authenticator app'
export const codeOfAppHint = 'Or one of your recovery codes.'
export const signInTitle = 'Sign in to Weir'
export const signInLead = 'Your own web-data service.'
export const signInSubmit = 'Sign in'
export const providerButton = (provider: Part) => `Sign in with ${provider}`
export const signInFailed = 'You are not signed in'
export const signInByPassword = 'Sign in with e-mail and password'
export const signInByKey = 'Sign in with an operator key'
export const keyLabel = 'API key'
export const keyHint = 'An unrestricted key of the first team. The session ends after an hour.'
export const againText = 'Sign in again to go on where you were. What you have entered is kept.'
export const passkeyButton = 'Sign in with a passkey'
export const passkeyClosed =
  'Nothing was signed: the prompt of your browser was closed, or took too long. Try again.'
export const passkeyKnown = 'This device has a passkey for you already.'
