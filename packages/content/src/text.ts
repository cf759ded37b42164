import { escapeText } from '#base/html-text.ts'
import { decodeText } from './bytes/charset.ts'
import type { ContentRequest } from './content.ts'
import type { ContentMetadata } from './html/about/content-metadata.ts'
import { selectJson } from './json-paths.ts'
import { toBase64, type Reading } from './reading.ts'

/** Plain text and Markdown: markdown is the text as it is. */
export function readTextFile(request: ContentRequest): Reading {
  const { text, warnings } = decodeText(request.body, 'text', request.contentType)
  return textReading(request, { text, warnings, markdown: text })
}

/** JSON: markdown is the unmodified text in a code fence, or what the JSON paths of the request choose of it. */
export function readJson(request: ContentRequest): Reading {
  const { text, warnings } = decodeText(request.body, 'text', request.contentType)
  const chosen = selectJson(text, request)
  if (chosen && !chosen.isJson)
    return textReading(request, { text, warnings, markdown: chosen.text })
  return textReading(request, { text, warnings, markdown: fenced(chosen?.text ?? text, 'json') })
}

/** Source code and configuration: markdown is the text in a code fence. */
export function readCode(request: ContentRequest): Reading {
  const { text, warnings } = decodeText(request.body, 'text', request.contentType)
  const [, language = ''] = /\/(?:x-)?(\w+)/.exec(request.contentType ?? '') ?? []
  return textReading(request, { text, warnings, markdown: fenced(text, language.toLowerCase()) })
}

/** A text that is not HTML. */
export interface TextParts {
  readonly text: string
  /** Of reading its bytes. */
  readonly warnings: readonly string[]
  readonly markdown: string
  readonly metadata?: ContentMetadata
  readonly links?: readonly string[]
}

/** Reads a text file: html is the text in `<pre>`, links are the URLs in it. */
export function textReading(request: ContentRequest, parts: TextParts): Reading {
  return {
    metadata: () => parts.metadata ?? {},
    clientRendered: () => undefined,
    warnings: () => parts.warnings,
    links: () => parts.links ?? addressesIn(parts.text),
    images: () => [],
    attributes: (selectors) => selectors.map((wanted) => ({ ...wanted, values: [] })),
    rawHtml: () => parts.text,
    rawBase64: () => toBase64(request.body),
    markdown: () => parts.markdown,
    html: () => `<pre>${escapeText(parts.text)}</pre>`,
  }
}

/** Makes a Markdown code block; the fence is longer than any in the text. */
export function fenced(text: string, language: string): string {
  let fence = '```'
  for (const [run] of text.matchAll(/`{3,}/g)) if (run.length >= fence.length) fence = `${run}\``
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}

const addressesMax = 100_000

function addressesIn(text: string): string[] {
  const addresses = new Set<string>()
  for (const [address] of text.matchAll(/https?:\/\/[^\s<>"'`()[\]{}|\\^]+/gi)) {
    const url = URL.parse(address.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''))
    if (url) addresses.add(url.href)
    if (addresses.size >= addressesMax) break
  }
  return [...addresses]
}
