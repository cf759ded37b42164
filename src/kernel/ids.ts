import { randomBytes } from './random-bytes.ts'

/** UUID version 7 (RFC 9562): sorts by creation time in milliseconds. */
export function newId(now = Date.now()): string {
  const random = randomBytes(16)
  random.writeUIntBE(now, 0, 6)
  random[6] = 0x70 | (random.readUInt8(6) & 0x0f)
  random[8] = 0x80 | (random.readUInt8(8) & 0x3f)
  const hex = random.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Creation time of an id of this service, in milliseconds since 1970. */
export const readTime = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** The same as a date, for the position of a row in a list by time although the row itself has been deleted; null without an id. */
export const readIdTime = (id: string | undefined) =>
  id === undefined ? null : new Date(readTime(id))
