/** Whether anything in an RTF file may be hidden. */
const hides = /\\v(?![a-z0])/

const isRtf = (body: Uint8Array) => Buffer.from(body.subarray(0, 5)).toString('latin1') === '{\\rtf'

/** Leaves out the hidden text of an RTF file, which the converter shows. The file itself when it has none. */
export function withoutHiddenText(body: Uint8Array): Uint8Array {
  if (!isRtf(body)) return body
  const rtf = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')
  if (!hides.test(rtf)) return body
  const groups: boolean[] = []
  let isHidden = false
  let [written, last] = ['', 0]
  /** A token: a control word or sign with its number, a group, a line, or a run of text. */
  const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'[\da-fA-F]{2}|\\[^a-z]|[{}]|[^\\{}]+/gs
  for (let found = token.exec(rtf); found; found = token.exec(rtf)) {
    const { 0: text, 1: word, 2: value, index } = found
    if (text === '{') groups.push(isHidden)
    else if (text === '}') isHidden = groups.pop() ?? false
    else if (word === 'v') isHidden = value !== '0'
    else if (word === 'plain') isHidden = false
    else if (word === 'bin') token.lastIndex += Number(value ?? 0)
    else if (isHidden && (word === undefined || word === 'u')) {
      // Signs that are no text, such as that of a destination, stay.
      if (/^\\[^'\\{}~_-]/.test(text) && word === undefined) continue
      written += rtf.slice(last, index)
      last = index + text.length
    }
  }
  return last === 0 ? body : Buffer.from(written + rtf.slice(last), 'latin1')
}
