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
export const onText = 'You sign in with a code of your app. {left} recovery codes are left.'
export const offSubmit = 'Switch codes off'
export const recoverySubmit = 'New recovery codes'
export const recoveryText =
  'Keep these recovery codes in a safe place. Each opens the console once if you lose your phone. They are not shown again.'
export const passkeysTitle = 'Passkeys'
export const passkeysText =
  'Sign in with a fingerprint, a face or the PIN of a device, instead of with password and code.'
export const passkeysNeeds =
  'Passkeys need HTTPS and a name: open the console at its `https://` address, or at `http://localhost` on the machine itself, in a current browser.'
export const passkeyName = 'Name of the passkey, such as the device'
export const passkeyAdd = 'Add a passkey'
export const passkeyAdded = 'Added {time}, never used'
export const passkeyUsed = 'Used {time}'
export const passkeyRemove = 'Remove'
export const passkeyRemoveOne = 'Remove the passkey {name}'
