import { send } from './api.ts'
import { loadSession } from './session.ts'
import * as words from './words/en/entry.ts'

const path = '/console/api/passkeys'
const signInPath = '/console/api/session/passkey'

interface Options<Kind> {
  readonly data: Kind
}

/** Whether this browser can have passkeys of this host: they need HTTPS and a name, or `localhost`. */
export const canUsePasskeys = (): boolean =>
  isSecureContext &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname)

/** Makes a passkey on a device and adds it under a name. */
export async function addPasskey(name: string): Promise<void> {
  const { data } = await send<Options<PublicKeyCredentialCreationOptionsJSON>>(
    'POST',
    `${path}/options`,
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data)
  const credential = await navigator.credentials.create({ publicKey }).catch(explain)
  await send('POST', path, { name, credential: toJson(credential) })
}

/** Opens a session with a passkey of this host. */
export async function signInWithPasskey(): Promise<void> {
  const { data } = await send<Options<PublicKeyCredentialRequestOptionsJSON>>(
    'POST',
    `${signInPath}/options`,
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data)
  const credential = await navigator.credentials.get({ publicKey }).catch(explain)
  await send('POST', signInPath, { credential: toJson(credential) })
  await loadSession()
}

const toJson = (credential: Credential | null) => (credential as PublicKeyCredential).toJSON()

/** Browsers throw texts for developers. */
function explain(thrown: unknown): never {
  const name = thrown instanceof DOMException ? thrown.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') throw new Error(words.passkeyClosed)
  if (name === 'InvalidStateError') throw new Error(words.passkeyKnown)
  throw thrown
}
