import { toKind, toScript, type Script } from '#documents/script-digits.ts'
import { isElement, plainText } from './xml-text.ts'

const [phoneticStart, phoneticEnd] = ['<rPh', '</rPh>']

/** The text of a rich string: its runs joined, without phonetic guides. */
export function textOfRuns(xml: string): string {
  let text = ''
  let script: Script | undefined
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    if (isElement(xml, at, 'rPh')) {
      const end = xml.indexOf(phoneticEnd, at + phoneticStart.length)
      if (end === -1) break
      at = end + phoneticEnd.length
    } else if (isElement(xml, at, 't')) {
      const start = xml.indexOf('>', at) + 1
      if (start === 0) break
      const end = xml[start - 2] === '/' ? start : xml.indexOf('</t>', start)
      if (end === -1) break
      const own = plainText(xml.slice(start, end))
      text += (script && toScript(own, script)) ?? own
      at = end + 1
    } else {
      if (isElement(xml, at, 'r')) script = undefined
      else if (isElement(xml, at, 'vertAlign')) script = readScript(xml, at)
      at += 1
    }
  }
  return cleanText(text)
}

function readScript(xml: string, at: number): Script | undefined {
  const value = /\sval="(super|sub)script"/.exec(xml.slice(at, xml.indexOf('>', at)))?.[1]
  return toKind(value)
}

const escaped = /_x([\dA-F]{4})_/gi

/** Resolves the escapes of characters that XML cannot hold, and leaves those characters out. */
export function cleanText(text: string): string {
  const resolved = text.includes('_x')
    ? text.replaceAll(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return invisible.test(resolved) ? resolved.replaceAll(allInvisible, '') : resolved
}

// eslint-disable-next-line no-control-regex
const invisible = /[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]/
// eslint-disable-next-line no-control-regex
const allInvisible = /[\0-\x08\x0b-\x1f\x7f\ufffe\uffff]/g
