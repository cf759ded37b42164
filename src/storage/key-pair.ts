import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { seal, unseal } from './seal.ts'

/** A key pair: others encrypt for this process with the public key (X25519, SPKI). */
export interface KeyPair {
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
}

/** The private key is never written, so that messages can be decrypted only while the process lives. */
export function createKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return { publicKey: publicKey.export(spki), privateKey }
}

/** Encrypts bytes for the owner of the private key; `context` names their purpose. */
export function sealFor(recipient: Uint8Array, bytes: Uint8Array, context: string): Buffer {
  const once = createKeyPair()
  const key = diffieHellman({ privateKey: once.privateKey, publicKey: readKey(recipient) })
  return Buffer.concat([once.publicKey, seal(bytes, { key, context })])
}

/** Undefined if the bytes were encrypted for another key or context. */
export function openWith(
  { privateKey }: KeyPair,
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
