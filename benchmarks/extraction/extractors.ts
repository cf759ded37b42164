import { findAll, findOne, removeElement } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { findMainContent } from '#content/html/main-content/main-content.ts'
import { parsePage } from '#content/html/parse.ts'
import { peerExtractors } from './peers.ts'
import { readText } from './text-of.ts'

/** Extracts the main text of a page. */
export interface Extractor {
  readonly name: string
  readonly isPeer: boolean
  readonly extract: (html: string) => string | Promise<string>
  /** For extractors with their own process. */
  readonly end?: () => void
}

/** Weir, the whole body as lower bound, and the installed peers. */
export async function extractors(): Promise<Extractor[]> {
  return [ours, wholeBody, ...(await peerExtractors())]
}

const ours: Extractor = {
  name: 'weir',
  isPeer: false,
  extract: (html) => readText(findMainContent(parsePage(html, 'html').document)),
}

const unreadTags = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'head'])

const wholeBody: Extractor = {
  name: 'whole body',
  isPeer: false,
  extract: (html) => {
    const document = parseDocument(html)
    const unread = findAll((element) => unreadTags.has(element.name), document.children)
    for (const element of unread) removeElement(element)
    const body = findOne((element) => element.name === 'body', document.children)
    return readText(body?.children ?? document.children)
  },
}
