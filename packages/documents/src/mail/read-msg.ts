import type { Attachment } from 'postal-mime'
import type { Lose } from '#documents/losses.ts'
import { openStorage, type Storage } from '#documents/office/ole.ts'
import { makeAttachment, makeMail, type Mail, type Property } from './mapi.ts'

/** Of messages in messages. */
const depthMax = 8
const [fixedHead, embeddedHead, entryBytes] = [32, 24, 16]
const properties = '__properties_version1.0'
const embedded = '__substg1.0_3701000D'

/** Whether the names of a compound file are those of a message of Outlook (MS-OXMSG). */
export const isMsg = (names: readonly string[]): boolean => names.includes(properties)

/** Reads a message of Outlook, and the messages in it. */
export function readMsg(
  file: Uint8Array,
  lose: Lose,
): Mail & { readonly forwarded: readonly Mail[] } {
  const root = openStorage(file, lose)
  const forwarded: Mail[] = []
  if (!root) return { attachments: [], forwarded }
  const read = (storage: Storage, depth: number): Mail => {
    const attachments: Attachment[] = []
    const head = depth === 0 ? fixedHead : embeddedHead
    for (const one of storage.storages.filter(({ name }) => name.startsWith('__attach'))) {
      const inner = one.storages.find(({ name }) => name === embedded)
      const isRead = inner && depth < depthMax && isMsg(inner.names)
      if (inner && depth >= depthMax)
        lose(`Messages within messages were read to a depth of ${depthMax}`)
      if (isRead) forwarded.push(read(inner, depth + 1))
      else attachments.push(makeAttachment(propertyIn(one, 8)))
    }
    return { ...makeMail(propertyIn(storage, head)), attachments }
  }
  const mail = read(root, 0)
  return { ...mail, forwarded }
}

/** Reads properties: those of variable length are streams, others are in one. */
function propertyIn(storage: Storage, head: number): (id: number) => Property | undefined {
  const fixed = storage.stream(properties) ?? Buffer.alloc(0)
  return (id) => {
    const hex = id.toString(16).toUpperCase().padStart(4, '0')
    for (const [suffix, type] of [
      ['001F', 0x1f],
      ['001E', 0x1e],
      ['0102', 0x102],
    ] as const) {
      const data = storage.stream(`__substg1.0_${hex}${suffix}`)
      if (data) return { type, data }
    }
    for (let at = head; at + entryBytes <= fixed.length; at += entryBytes) {
      if (fixed.readUInt16LE(at + 2) === id)
        return { type: fixed.readUInt16LE(at), data: fixed.subarray(at + 8, at + entryBytes) }
    }
    return undefined
  }
}
