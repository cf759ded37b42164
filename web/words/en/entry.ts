import type { Part } from '../part.ts'

export const oneMoment = 'One moment'
export const thisConnectionIsNot =
  'This connection is not encrypted: others in the network can read your password. Put a reverse proxy with HTTPS before this service.'
export const chooseANewPassword = 'Choose a new password'
export const join = (team: Part) => `Join ${team}`
export const allYourSessionsEnd = 'All your sessions end.'
export const youWillBeA = (role: Part) => `You will be a ${role} of the team.`
export const setThePassword = 'Set the password'
export const join2 = 'Join'
export const eMailAddress = 'E-mail address'
export const yourName = 'Your name'
export const password = 'Password'
export const atLeast12Characters = 'At least 12 characters.'
export const atLeast12CharactersIf =
  'At least 12 characters. If you already use this console, enter your present password.'
export const thisLinkDoesNot = 'This link does not work'
export const goToTheConsole = 'Go to the console'
export const setUpWeir = 'Set up Weir'
export const youWillBeThe = 'You will be the operator of this service.'
export const setUp = 'Set up'
export const setUpCode = 'Set-up code'
export const theServicePrintsIt = 'The service prints it when it starts, beside the first API key.'
export const signInToWeir = 'Sign in to Weir'
export const yourOwnWebData = 'Your own web-data service.'
export const signIn = 'Sign in'
export const signInWithE = 'Sign in with e-mail and password'
export const signInWithAn = 'Sign in with an operator key'
export const apiKey = 'API key'
export const anUnrestrictedKeyOf =
  'An unrestricted key of the first team. The session ends after an hour.'
export const aTeam = 'a team'
