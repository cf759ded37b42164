import { decodeXML } from 'entities/decode'

/** The text of XML, with references resolved. */
export const plainText = (xml: string): string => (xml.includes('&') ? decodeXML(xml) : xml)

/** Whether an element of this name starts at a `<`. */
export function isElement(xml: string, at: number, name: string): boolean {
  if (!xml.startsWith(name, at + 1)) return false
  const code = xml.charCodeAt(at + 1 + name.length)
  return code === greaterThan || code === slash || code <= space
}

const [space, slash, greaterThan] = [0x20, 0x2f, 0x3e]

/** The markup of a part: UTF-8, without comments, character data sections, document types and prefixes of the main names. Undefined for others. */
export function simpleMarkup(part: Buffer, root: string): string | undefined {
  const head = part.toString('latin1', 0, headBytes)
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  if (head.includes('\0') || !/^(?:utf-?8|us-ascii)$/i.test(encoding)) return undefined
  const xml = part.toString('utf8')
  if (xml.includes('<!')) return undefined
  const names = xml.slice(0, headBytes).matchAll(prefixedName)
  const prefix = names.find(([, , name]) => name === root)?.[1]
  if (prefix === undefined) return xml
  return xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</')
}

const headBytes = 4_096
const prefixedName = /<(\w{1,64}):(\w{1,64})[\s>]/g
