import { isUtf8 } from 'node:buffer'
import { decodeText } from '#content/bytes/charset.ts'
import type { Lose } from '#documents/losses.ts'

const headBytes = 200
const declaration = /^(\uFEFF?<\?xml[^>]{0,100}?encoding=["'])([\w.:-]{1,40})/
const unknownBytes = 'Bytes that are no characters of the encoding of the part are shown as \uFFFD'

/** A part in UTF-8, which alone the converter reads. Undefined for one that is; what its declaration contradicts is named. */
export function inUtf8(part: Buffer, lose: Lose): Buffer | undefined {
  const isWide = part.subarray(0, 4).includes(0)
  const [, , declared = 'utf-8'] = declaration.exec(part.toString('utf8', 0, headBytes)) ?? []
  const isPlain = !isWide && isUtf8(part)
  if (isPlain && /^utf-?8$/i.test(declared)) return undefined
  const isAscii = isPlain && part.every((byte) => byte < 0x80)
  // Texts in Latin hardly ever are UTF-8 as well.
  if (isPlain && !isAscii) lose(`It is declared as ${declared} and was read as UTF-8,`)
  const { text, warnings } = isPlain
    ? { text: part.toString('utf8'), warnings: [] }
    : decodeText(part, 'xml', undefined)
  for (const warning of warnings) lose(warning.replace(/\.$/, ','))
  if (text.includes('\uFFFD')) lose(unknownBytes)
  const head = text.slice(0, headBytes).replace(declaration, '$1UTF-8')
  return Buffer.from(head + text.slice(headBytes))
}
