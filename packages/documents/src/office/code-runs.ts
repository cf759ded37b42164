import { listElements } from '#content/html/walk.ts'
import { parsePage } from '#content/html/parse.ts'
import type { Inline } from './office-document.ts'

/** Noncharacters around the text of code, because the converter drops character styles. */
const [start, end] = ['\uFDD0', '\uFDD1']

const codeName =
  /^(?:.*\bcode(?: char)?|verbatim(?: char)?|source text|literal|teletype|html (?:code|typewriter|keyboard|sample))$/i
const fixedFont = /mono|courier|consolas|menlo|typewriter/i
const runStart = /<w:r[ >]/g
const runEnd = '</w:r>'
const runStyle = /<w:rStyle w:val="([^"]*)"/
const runText = /(<w:t(?: [^<>]*)?>)([^<]+)(<\/w:t>)/g

/** Marks the runs of a text document that have a character style for code. Undefined when it has none. */
export function withMarkedCode(document: Buffer, styles: Buffer | undefined): Buffer | undefined {
  const ids = styles && codeStyles(styles)
  if (!ids || ids.size === 0) return undefined
  const xml = document.toString('utf8')
  let marked = ''
  let last = 0
  for (const { index } of xml.matchAll(runStart)) {
    if (index < last) continue
    const until = xml.indexOf(runEnd, index)
    if (until === -1) break
    const run = xml.slice(index, until)
    if (!ids.has(runStyle.exec(run)?.[1] ?? '')) continue
    marked += xml.slice(last, index) + withMarks(run)
    last = until
  }
  return last === 0 ? undefined : Buffer.from(marked + xml.slice(last))
}

const withMarks = (run: string) => run.replaceAll(runText, `$1${start}$2${end}$3`)

const styleStart = /<w:style\s(?=[^<>]*\bw:type=["']character["'])/g
const styleEnd = '</w:style>'

/** The styles of characters, which are few of all styles. */
function characterStyles(styles: Buffer): string {
  const xml = styles.toString('utf8')
  const found = xml.matchAll(styleStart).map(({ index }) => {
    const end = xml.indexOf(styleEnd, index)
    return end === -1 ? '' : xml.slice(index, end + styleEnd.length)
  })
  return [...found].join('')
}

function codeStyles(styles: Buffer): Set<string> {
  const ids = new Set<string>()
  for (const element of listElements(parsePage(characterStyles(styles), 'xml').document)) {
    if (element.name !== 'w:style') continue
    const isCode = listElements(element).some(
      ({ name, attribs }) =>
        (name === 'w:name' && codeName.test(attribs['w:val'] ?? '')) ||
        (name === 'w:rFonts' && fixedFont.test(attribs['w:ascii'] ?? '')),
    )
    if (isCode) ids.add(element.attribs['w:styleId'] ?? '')
  }
  return ids
}

/** Splits a text at its marks into code and other text. */
export function splitCode(inline: Inline): Inline[] {
  const { text = '', style } = inline
  if (!text.includes(start)) return [inline]
  const [first = '', ...marked] = text.split(start)
  const plain = style ?? { bold: false, italic: false, strike: false, code: false }
  const parts = marked.flatMap((part) => {
    const [code = '', rest = ''] = part.split(end)
    return [
      { ...inline, text: code, style: { ...plain, code: true } },
      { ...inline, text: rest },
    ]
  })
  return [{ ...inline, text: first }, ...parts].filter((part) => part.text !== '')
}

/** Removes the marks from the text of a code block. */
export const unmarked = (text: string): string => text.replaceAll(start, '').replaceAll(end, '')
