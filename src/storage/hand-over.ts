import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { seal, unseal } from './seal.ts'

/** What others need to seal something for this process alone (X25519, SPKI), and what opens it. */
export interface HandOver {
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
}

/** The private key is never written: what was handed over can only be opened while the process lives. */
export function createHandOver(): HandOver {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return { publicKey: publicKey.export(spki), privateKey }
}

/** Seals bytes for whoever has the private key; `context` says what they are. */
export function sealFor(recipient: Uint8Array, bytes: Uint8Array, context: string): Buffer {
  const once = createHandOver()
  const key = diffieHellman({ privateKey: once.privateKey, publicKey: readKey(recipient) })
  return Buffer.concat([once.publicKey, seal(bytes, { key, context })])
}

/** Undefined when it was sealed for another key or context. */
export function openWith(
  { privateKey }: HandOver,
  sealed: Uint8Array,
  context: string,
): Buffer | undefined {
  try {
    const publicKey = readKey(sealed.subarray(0, publicKeyBytes))
    const key = diffieHellman({ privateKey, publicKey })
    return unseal(sealed.subarray(publicKeyBytes), { key, context })
  } catch {
    return undefined
  }
}

const spki = { type: 'spki', format: 'der' } as const
const publicKeyBytes = 44

const readKey = (bytes: Uint8Array) => createPublicKey({ key: Buffer.from(bytes), ...spki })
