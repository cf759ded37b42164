import { createHash, X509Certificate } from 'node:crypto'
import { chown, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserUser } from './browser-user.ts'

interface Trust {
  /** Of the browser; Chromium looks for its database of certificates there. */
  readonly home: string
  readonly user: BrowserUser | undefined
  /** PEM. */
  readonly authorities: readonly string[]
}

/** Makes Chromium on Linux trust these certificates, by a database in the format of NSS. Nothing is written without any. */
export async function trustAuthorities({ home, user, authorities }: Trust): Promise<void> {
  if (authorities.length === 0 || process.platform !== 'linux') return
  const folders = ['.pki', '.pki/nssdb', '.local/share/pki', '.local/share/pki/nssdb']
  for (const name of folders) await mkdir(join(home, name), { recursive: true })
  const files = ['.pki/nssdb/cert9.db', '.local/share/pki/nssdb/cert9.db'] as const
  const [file, copy] = files
  await writeDatabase(join(home, file), authorities)
  await copyFile(join(home, file), join(home, copy))
  if (!user) return
  const owned = ['.local', '.local/share', ...folders, ...files]
  for (const name of owned) await chown(join(home, name), user.uid, user.gid)
}

/** In one transaction that does not wait for the disk: a folder that is lost is made again. */
async function writeDatabase(path: string, authorities: readonly string[]): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite')
  using database = new DatabaseSync(path)
  database.exec('pragma journal_mode = off; pragma synchronous = off; begin')
  database.exec(`create table nssPublic (id primary key unique, ${columns.join(', ')})`)
  const objects = authorities.flatMap((pem) => toObjects(new X509Certificate(pem)))
  for (const [index, object] of objects.entries()) {
    const names = Object.keys(object)
    const places = names.map(() => '?').join(', ')
    database
      .prepare(`insert into nssPublic (id, ${names.join(', ')}) values (?, ${places})`)
      .run(index + 1, ...Object.values(object))
  }
  database.exec('commit')
}

/** The attributes of PKCS #11 that the database has a column for, by their hexadecimal numbers. */
const columns = [
  ...'0 1 2 3 10 11 12 80 81 82 83 84 85 86 87 88 89 8a 8b 90 100 101 102 103 104 105 106 107 108 109'.split(
    ' ',
  ),
  ...'10a 10b 10c 110 111 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 160 161 162 163'.split(
    ' ',
  ),
  ...'164 165 166 170 180 181 200 201 202 210 300 301 302 400 401 402 403 404 405 406 480 481 482 500'.split(
    ' ',
  ),
  ...'501 502 503 40000211 40000212 80000001'.split(' '),
  ...'51 52 53 54 55 56 57 58 64 65 66 67 68 69 73 74'.split(' ').map((end) => `ce5343${end}`),
  ...'351 352 353 354 355 356 357 358 359 35a 35b 35c 35d 35e 35f 360 3b4 3b5'
    .split(' ')
    .map((end) => `ce536${end}`),
  'd5a0db00',
].map((number) => `a${number}`)

const yes = Buffer.from([1])
const no = Buffer.from([0])
const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const certificateClass = number(1)
const trustClass = number(0xce_53_43_53)
const trustedAuthority = number(0xce_53_43_52)
const trustedItself = number(0xce_53_43_51)
const mustVerify = number(0xce_53_43_53)

/** A certificate, and that it is trusted for servers: as an authority, or itself when it is none. */
function toObjects(certificate: X509Certificate): Record<string, Buffer>[] {
  const { raw, ca } = certificate
  const { serial, issuer, subject } = readNames(raw)
  const digest = (name: string) => createHash(name).update(raw).digest()
  const both = { a1: yes, a2: no, a81: issuer, a82: serial, a170: yes }
  return [
    {
      ...both,
      a0: certificateClass,
      a3: Buffer.from('extra'),
      a11: raw,
      a80: number(0),
      a101: subject,
      a102: digest('sha1'),
    },
    {
      ...both,
      a0: trustClass,
      ace536358: ca ? trustedAuthority : trustedItself,
      ace536359: mustVerify,
      ace53635a: mustVerify,
      ace53635b: mustVerify,
      ace536360: no,
      ace5363b4: digest('sha1'),
      ace5363b5: digest('md5'),
    },
  ]
}

/** Serial number, issuer and subject of a certificate, as they are encoded (RFC 5280). */
function readNames(raw: Buffer): Record<'serial' | 'issuer' | 'subject', Buffer> {
  const content = elementAt(raw, elementAt(raw, 0).start)
  const parts: Buffer[] = []
  for (let at = content.start; at < content.end && parts.length < 7;) {
    const { end } = elementAt(raw, at)
    // Certificates of version 1 do not name their version.
    if (parts.length > 0 || raw[at] === 0x02) parts.push(raw.subarray(at, end))
    at = end
  }
  const [serial, , issuer, , subject] = parts
  if (!serial || !issuer || !subject) throw new Error('A certificate is incomplete.')
  return { serial, issuer, subject }
}

/** Where the content of an element of DER begins and ends. */
function elementAt(bytes: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = bytes[at + 1] ?? 0
  const sizeBytes = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + sizeBytes
  const length = sizeBytes === 0 ? first : bytes.readUIntBE(at + 2, sizeBytes)
  return { start, end: start + length }
}
