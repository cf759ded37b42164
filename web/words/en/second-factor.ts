import type { Part } from '../part.ts'

export const cardTitle = 'Code at sign-in'
export const offText =
  'Beside your password, ask for a code of an authenticator app on your phone at each sign-in.'
export const onButton = 'Set up an authenticator app'
export const scanText =
  'Scan this picture with your authenticator app, then enter the code that it shows.'
export const scanPicture = 'QR code for the authenticator app'
export const scanSecret = 'Or enter this key in the app:'
export const onSubmit = 'Switch codes on'
export const codeLabel = 'Code'
export const onText = (left: Part) =>
  `You sign in with a code of your app. ${left} recovery codes are left.`
export const offSubmit = 'Switch codes off'
export const recoverySubmit = 'New recovery codes'
export const recoveryText =
  'Keep these recovery codes in a safe place. Each opens the console once if you lose your phone. They are not shown again.'
