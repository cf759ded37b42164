import type { Lose } from '#documents/losses.ts'
import { makeAttachment, makeMail, readText, type Mail, type Property } from './mapi.ts'

const signature = 0x22_3e_9f_78
const [attributesMax, propertiesMax] = [5_000, 10_000]
const namedFrom = 0x8000
const severalFlag = 0x1000
const text = 0x1e
const withLength = new Set([0x0d, 0x1e, 0x1f, 0x102])
const wide = new Set([0x05, 0x06, 0x07, 0x14, 0x40])
const guid = 0x48

/** Attributes of a message in the format of Outlook (MS-OXTNEF 2.1.3.2). */
const attribute = {
  subject: 0x0001_8004,
  attachmentTitle: 0x0001_8010,
  body: 0x0002_800c,
  newAttachment: 0x0006_9002,
  properties: 0x0006_9003,
  attachmentProperties: 0x0006_9005,
  attachmentData: 0x0006_800f,
} as const

export const isTnef = (file: Buffer): boolean =>
  file.length >= 6 && file.readUInt32LE(0) === signature

/** Reads a `winmail.dat` file; a damaged one as far as it goes. */
export function readTnef(file: Buffer, lose: Lose): Mail {
  let subject: string | undefined
  let body: string | undefined
  let properties = new Map<number, Property>()
  const attachments: { name?: string; data?: Buffer; properties: Map<number, Property> }[] = []
  for (const { id, data } of attributesIn(file, lose)) {
    const last = attachments.at(-1)
    if (id === attribute.subject) subject = readText({ type: text, data })
    else if (id === attribute.body) body = readText({ type: text, data })
    else if (id === attribute.properties) properties = propertiesIn(data, lose)
    else if (id === attribute.newAttachment) attachments.push({ properties: new Map() })
    else if (last && id === attribute.attachmentTitle) last.name = readText({ type: text, data })
    else if (last && id === attribute.attachmentData) last.data = data
    else if (last && id === attribute.attachmentProperties)
      last.properties = propertiesIn(data, lose)
  }
  const mail = makeMail((id) => properties.get(id))
  return {
    ...(subject !== undefined && { subject }),
    ...(body !== undefined && { text: body }),
    ...mail,
    attachments: attachments.map(({ name, data, properties: own }) => {
      const made = makeAttachment((id) => own.get(id), data)
      return { ...made, filename: made.filename ?? name ?? null }
    }),
  }
}

const damaged = 'A winmail.dat file is damaged, and what follows the damage was left out'
const tooMany = `A winmail.dat file has more than ${attributesMax} attributes or ${propertiesMax} properties; the others were left out`

function* attributesIn(file: Buffer, lose: Lose): Generator<{ id: number; data: Buffer }> {
  let at = 6
  for (let count = 0; at + 9 <= file.length; count++) {
    const [id, length] = [file.readUInt32LE(at + 1), file.readUInt32LE(at + 5)]
    const isDamaged = at + 9 + length > file.length
    if (isDamaged || count >= attributesMax) {
      lose(isDamaged ? damaged : tooMany)
      break
    }
    yield { id, data: file.subarray(at + 9, at + 9 + length) }
    // A checksum follows.
    at += 9 + length + 2
  }
}

/** The properties of a list that begins with their number; those that cannot be read end it. */
function propertiesIn(list: Buffer, lose: Lose): Map<number, Property> {
  const found = new Map<number, Property>()
  if (list.length < 4) return found
  const all = list.readUInt32LE(0)
  const count = Math.min(propertiesMax, all)
  if (all > count) lose(tooMany)
  let at = 4
  try {
    for (let index = 0; index < count; index++) {
      const [type, id] = [list.readUInt16LE(at), list.readUInt16LE(at + 2)]
      at += 4
      if (id >= namedFrom) at = afterName(list, at)
      const base = type & ~severalFlag
      const isCounted = type !== base || withLength.has(base)
      const values = isCounted ? list.readUInt32LE(at) : 1
      if (values > propertiesMax) {
        lose(tooMany)
        return found
      }
      if (isCounted) at += 4
      for (let value = 0; value < values; value++) {
        const hasLength = withLength.has(base)
        const length = hasLength
          ? list.readUInt32LE(at)
          : wide.has(base)
            ? 8
            : base === guid
              ? 16
              : 4
        if (hasLength) at += 4
        if (at + length > list.length) throw new RangeError()
        if (value === 0) found.set(id, { type: base, data: list.subarray(at, at + length) })
        at += padded(length)
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    lose(damaged)
  }
  return found
}

const padded = (length: number) => length + ((4 - (length % 4)) % 4)

/** Behind the GUID and the number or name of a named property. */
function afterName(list: Buffer, at: number): number {
  const isNumbered = list.readUInt32LE(at + 16) === 0
  return isNumbered ? at + 24 : at + 24 + padded(list.readUInt32LE(at + 20))
}
