import { randomFillSync } from 'node:crypto'

const random = Buffer.alloc(16)

/** UUID version 7 (RFC 9562): sorts by creation time in milliseconds. */
export function newId(now = Date.now()): string {
  randomFillSync(random)
  random.writeUIntBE(now, 0, 6)
  random[6] = 0x70 | (random.readUInt8(6) & 0x0f)
  random[8] = 0x80 | (random.readUInt8(8) & 0x3f)
  const hex = random.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Whether a text can be an id at all. */
export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
