import type { Package } from './zip.ts'

const oleStart = Buffer.from('D0CF11E0A1B11AE1', 'hex')
/** The stream that holds a whole encrypted document, by the name it has in the directory of the container. */
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le')

/** Whether a document needs a password, so far as its container says so; the converter knows of other ways. */
export function isProtected(body: Uint8Array, file: Package | undefined): boolean {
  if (file) {
    const manifest = file.part('META-INF/manifest.xml')
    return file.isEncrypted || (manifest?.includes('encryption-data') ?? false)
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return bytes.subarray(0, 8).equals(oleStart) && bytes.includes(encryptedStream)
}
