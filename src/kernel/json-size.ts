/** How large a JSON text may be beside its length. */
export interface JsonSizes {
  readonly depth: number
  /** Members of all objects. */
  readonly members: number
  /** Members and elements, but for the last of each object and list. */
  readonly values: number
}

const quote = 0x22
const backslash = 0x5c
const [opening, closing, member, separator] = [1, 2, 3, 4]
/** What a byte outside of texts means; 0 for most. */
const meanings = new Uint8Array(256)
for (const byte of Buffer.from('[{')) meanings[byte] = opening
for (const byte of Buffer.from(']}')) meanings[byte] = closing
meanings[0x3a] = member
meanings[0x2c] = separator

/** What a JSON text has too much of; one pass over its bytes, before anything is made of them. */
export function exceededSize(bytes: Uint8Array, max: JsonSizes): keyof JsonSizes | undefined {
  let [depth, members, separators] = [0, 0, 0]
  let isInText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte === backslash) index++
    else if (byte === quote) isInText = !isInText
    if (isInText) continue
    const meaning = meanings[byte]
    if (meaning === opening && ++depth > max.depth) return 'depth'
    if (meaning === closing) depth--
    else if (meaning === member && ++members > max.members) return 'members'
    else if (meaning === separator && ++separators >= max.values) return 'values'
  }
  return undefined
}
