import { Parser } from 'htmlparser2'
import type { Received } from '#net/client.ts'

/** Longest delay that is followed; a browser waits as long for a page to become idle. */
const delaySecondsMax = 4
/** Length of the document that is searched. */
const headBytesMax = 32_768

type Response = Pick<Received, 'url' | 'headers' | 'body'>

/**
 * Returns the target of a refresh within a few seconds, by the header `Refresh` or a `<meta>` element; undefined without one.
 * `<noscript>` is ignored.
 */
export function refreshTarget({ url, headers, body }: Response): string | undefined {
  const isHtml = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? '')
  if (!isHtml) return undefined
  const head = body.subarray(0, headBytesMax)
  const written = mayHaveDirective(head) ? inDocument(new TextDecoder().decode(head)) : undefined
  const content = headers['refresh'] ?? written?.content
  const target = content === undefined ? undefined : addressIn(content)
  if (target === undefined) return undefined
  const base = URL.parse(written?.base ?? '', url)?.href ?? url
  const address = URL.parse(target, base)
  if (!address || !/^https?:$/.test(address.protocol)) return undefined
  address.username = ''
  address.password = ''
  return withoutHash(address.href) === withoutHash(url) ? undefined : address.href
}

const directive = [...Buffer.from('http-equiv')]
const beforeQ = 'http-e'.length
const lowerCase = 0x20

/** Whether `http-equiv` may stand there, in any case. Most documents need not be decoded for it: `q` is a rare letter. */
function mayHaveDirective(bytes: Uint8Array): boolean {
  const isAt = (start: number) =>
    directive.every((byte, index) => ((bytes[start + index] ?? 0) | lowerCase) === byte)
  for (const letter of ['q', 'Q'])
    for (let at = -1; (at = bytes.indexOf(letter.charCodeAt(0), at + 1)) >= 0;)
      if (isAt(at - beforeQ)) return true
  return false
}

const withoutHash = (url: string) => url.split('#', 1)[0]

/** Returns the first refresh of a document, and its base URL. */
function inDocument(html: string): { content?: string; base?: string } {
  const found: { content?: string; base?: string } = {}
  let hidden = 0
  const parser = new Parser({
    onopentag(name, { href, content, 'http-equiv': kind }) {
      if (name === 'noscript' || name === 'template') hidden += 1
      if (hidden > 0) return
      if (name === 'base' && href !== undefined) found.base ??= href
      if (name !== 'meta' || content === undefined) return
      if (kind?.trim().toLowerCase() === 'refresh') found.content ??= content
    },
    onclosetag(name) {
      if (name === 'noscript' || name === 'template') hidden -= 1
    },
  })
  parser.write(html)
  return found
}

/** Parses `2; url=/next` in its variants. Returns undefined if the delay is too long or there is no URL. */
function addressIn(content: string): string | undefined {
  const [, seconds = '', rest = ''] = /^\s*(\d{1,9})(?:\.\d{0,9})?[\s;,]([^]*)$/.exec(content) ?? []
  if (seconds === '' || Number(seconds) > delaySecondsMax) return undefined
  const named = rest.replace(/^[\s;,]+/, '').replace(/^url\s{0,9}=\s{0,9}/i, '')
  const quote = named.startsWith('"') || named.startsWith("'") ? named.charAt(0) : undefined
  const address = quote === undefined ? named : (named.slice(1).split(quote, 1)[0] ?? '')
  return address.trim() === '' ? undefined : address.trim()
}
