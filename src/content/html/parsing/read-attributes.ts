import { decodeHTMLAttribute } from 'entities'
import { afterSpace, codes, isNameEnd, isSpace } from './characters.ts'
import { attributesPerElementMax } from './limits.ts'

/** What stands in an opening tag behind its name. */
export interface TagRest {
  readonly attributes: Record<string, string>
  isSelfClosing: boolean
  /** Where the page goes on; undefined when it ends inside the tag. */
  end: number | undefined
}

/** Reads attributes up to the end of a tag. Of attributes of the same name the first counts. */
export function readAttributes(html: string, start: number): TagRest {
  const rest: TagRest = { attributes: {}, isSelfClosing: false, end: undefined }
  let count = 0
  for (let at = start; at < html.length;) {
    const code = html.charCodeAt(at)
    if (code === codes.greater) {
      rest.end = at + 1
      return rest
    }
    if (code === codes.slash) rest.isSelfClosing = true
    if (code === codes.slash || isSpace(code)) {
      at += 1
      continue
    }
    rest.isSelfClosing = false
    count += 1
    at = readAttribute(html, at, count <= attributesPerElementMax ? rest.attributes : undefined)
  }
  return rest
}

/** Adds one attribute and answers where it ends. */
function readAttribute(
  html: string,
  start: number,
  attributes: Record<string, string> | undefined,
): number {
  let nameEnd = start + 1
  while (nameEnd < html.length && !isAttributeNameEnd(html.charCodeAt(nameEnd))) nameEnd += 1
  const sign = afterSpace(html, nameEnd)
  let value = ''
  let end = sign
  if (html.charCodeAt(sign) === codes.equals) {
    const first = afterSpace(html, sign + 1)
    const code = html.charCodeAt(first)
    const isQuoted = code === codes.quote || code === codes.apostrophe
    const valueStart = isQuoted ? first + 1 : first
    const valueEnd = isQuoted
      ? html.indexOf(code === codes.quote ? '"' : "'", valueStart)
      : endOfUnquoted(html, first)
    if (valueEnd === -1) return html.length
    value = html.slice(valueStart, valueEnd)
    end = isQuoted ? valueEnd + 1 : valueEnd
  }
  const name = html.slice(start, nameEnd).toLowerCase()
  if (attributes && !Object.hasOwn(attributes, name))
    attributes[name] = value.includes('&') ? decodeHTMLAttribute(value) : value
  return end
}

/** An equals sign belongs to a name that begins with it. */
const isAttributeNameEnd = (code: number): boolean => code === codes.equals || isNameEnd(code)

function endOfUnquoted(html: string, start: number): number {
  let at = start
  for (; at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    if (code === codes.greater || isSpace(code)) break
  }
  return at
}
