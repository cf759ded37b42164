import serialize from 'dom-serializer'
import { parsePage } from '#content/html/parse.ts'

const tag = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const loneAmpersand = /&(?!(?:\w+|#\d+|#x[\da-f]+);)/i
const otherMarkup = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const

/** Repairs malformed XML: lone `&` and `<`, and elements that are not closed. Undefined when the part is well-formed or not UTF-8. */
export function repaired(part: Buffer): Buffer | undefined {
  if (part.subarray(0, 4).includes(0) || isPlausible(part)) return undefined
  const xml = part.toString('utf8')
  if (isWellFormed(xml)) return undefined
  return Buffer.from(serialize(parsePage(xml, 'xml').document, { xmlMode: true }))
}

/** Whether a part of UTF-8 text ends with the element that it begins with. */
export function isWhole(part: Buffer): boolean {
  if (part.subarray(0, 4).includes(0)) return true
  const [, root = ''] = /<([\w:.-]+)/.exec(part.subarray(0, headBytes).toString('latin1')) ?? []
  const tail = part.subarray(-tailBytes).toString('latin1').trimEnd()
  return root !== '' && (tail.endsWith(`</${root}>`) || tail.endsWith('/>') || tail.endsWith('-->'))
}

const [headBytes, tailBytes] = [4_096, 256]

/** A fast check that most well-formed parts pass: no lone `&` and `<`, and as many closing as opening tags. */
function isPlausible(part: Buffer): boolean {
  const xml = part.toString('latin1')
  let open = 0
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    const sign = xml.charCodeAt(at + 1)
    if (sign === slash) open -= 1
    else if (isWordSign(sign)) open += 1
    else if (sign !== questionMark && sign !== exclamationMark) return false
  }
  for (let at = xml.indexOf('/>'); at !== -1; at = xml.indexOf('/>', at + 2)) open -= 1
  return open === 0 && !(xml.includes('&') && loneReference.test(xml))
}

const loneReference = /&(?!(?:\w{1,32}|#\d{1,8}|#x[\da-f]{1,8});)/i
const [slash, questionMark, exclamationMark] = [0x2f, 0x3f, 0x21]
const underscore = 0x5f

const isWordSign = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === underscore

function isWellFormed(xml: string): boolean {
  const open: string[] = []
  let last = 0
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', last)) {
    if (loneAmpersand.test(xml.slice(last, at))) return false
    const end = endOfOther(xml, at)
    if (end !== undefined) {
      if (end === -1) return false
      last = end
      continue
    }
    tag.lastIndex = at
    const [whole, closing, name = '', attributes = '', empty] = tag.exec(xml) ?? []
    if (whole === undefined || loneAmpersand.test(attributes)) return false
    if (closing && open.pop() !== name) return false
    if (!closing && !empty) open.push(name)
    last = at + whole.length
  }
  return open.length === 0
}

/** End of a comment, declaration or CDATA section; -1 when it does not end, undefined for other markup. */
function endOfOther(xml: string, at: number): number | undefined {
  const kind = otherMarkup.find(([start]) => xml.startsWith(start, at))
  if (!kind) return undefined
  const end = xml.indexOf(kind[1], at + kind[0].length)
  return end === -1 ? -1 : end + kind[1].length
}
