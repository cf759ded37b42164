import { isText, type Element } from 'domhandler'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { oneLine } from '#content/html/walk.ts'
import type { JsonObject } from '#base/json-values.ts'

/** Features of a whole page, read before anything is removed. */
export interface PageFeatures {
  readonly titleWords: ReadonlySet<string>
  readonly descriptionWords: ReadonlySet<string>
  /** Article and description texts of structured data, in lower case with single spaces. */
  readonly structuredText: string
  /** The longest of these texts or of the descriptions, as written. */
  readonly longestText: string
  /** The longest article text of structured data, as written. */
  readonly article: string
  /** Kinds of page, one flag per row of `kinds`. */
  readonly kinds: readonly number[]
}

const kinds: readonly RegExp[] = [
  /article|blogposting|newsarticle|techarticle|report/i,
  /^(og:)?product|productgroup|offer$/i,
  /discussionforum|qapage|question|socialmedia/i,
  /itemlist|collectionpage|searchresults|offercatalog|^blog$/i,
  /localbusiness|service|organization/i,
  /faqpage|howto|recipe|event|jobposting|videoobject/i,
]

export const pageKindCount = kinds.length

const structuredLengthMax = 60_000

export function readPageFeatures({ about, items, jsonLd }: NotedElements): PageFeatures {
  const flags = kinds.map(() => 0)
  const note = (kind: unknown) => {
    if (typeof kind !== 'string') return
    for (const [index, pattern] of kinds.entries()) if (pattern.test(kind)) flags[index] = 1
  }
  let title = ''
  const descriptions: string[] = []
  for (const { attribs } of items) {
    const kind = attribs['itemtype'] ?? ''
    note(kind.slice(kind.lastIndexOf('/') + 1))
  }
  for (const element of about) {
    const { name: tag, attribs } = element
    if (tag === 'title' && title === '') title = firstText(element)
    if (tag !== 'meta') continue
    const name = (attribs['property'] ?? attribs['name'] ?? '').toLowerCase()
    const content = attribs['content'] ?? ''
    if (name === 'og:type') note(content)
    if (name === 'description' || name === 'og:description') descriptions.push(content)
    if (name === 'og:title') title += ` ${content}`
  }
  const articles: string[] = []
  const texts = structuredTexts(jsonLd.objects(), note, articles)
  return {
    titleWords: wordSet(title),
    descriptionWords: wordSet(descriptions.join(' ')),
    structuredText: oneLineLower(texts.join(' ').slice(0, structuredLengthMax)),
    longestText: longest([...texts, ...descriptions]),
    article: longest(articles),
    kinds: flags,
  }
}

const longest = (texts: readonly string[]): string =>
  texts.toSorted((a, b) => b.length - a.length)[0] ?? ''

function structuredTexts(
  objects: readonly JsonObject[],
  note: (kind: unknown) => void,
  articles: string[],
): string[] {
  const texts: string[] = []
  for (const object of objects) {
    const type = object['@type']
    for (const kind of Array.isArray(type) ? type : [type]) note(kind)
    for (const key of ['articleBody', 'description', 'text']) {
      const value = object[key]
      if (typeof value !== 'string' || value.length <= 20) continue
      texts.push(value)
      if (key === 'articleBody') articles.push(value)
    }
  }
  return texts
}

function firstText(element: Element): string {
  return element.children.map((child) => (isText(child) ? child.data : '')).join('')
}

const wordSetMax = 400

const wordSet = (text: string): Set<string> =>
  new Set(wordsIn(text.slice(0, 4_000)).slice(0, wordSetMax))

/** Words in lower case, for comparison with titles. */
export function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()
  return lower.match(plain.test(lower) ? /[a-z\d]+/g : /[\p{L}\p{N}]+/gu) ?? []
}

/** Unicode classes take several times as long. */
const plain = /^[\0-\x7f]*$/

const oneLineLower = (text: string): string => oneLine(text).toLowerCase()
