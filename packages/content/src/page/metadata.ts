import type { Document, Element } from 'domhandler'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import { isObject, type JsonObject } from '#base/json-values.ts'
import { findAuthors } from '#content/html/about/authors.ts'
import { findDates } from '#content/html/about/dates.ts'
import { shortTexts } from '#content/html/about/short-texts.ts'
import { findTitle } from '#content/html/about/title.ts'
import { detectLanguage } from '#content/html/language.ts'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { absoluteHttpUrl } from '#content/html/page-url.ts'
import { oneLine, readText } from '#content/html/walk.ts'

interface MetadataRequest {
  readonly url: string
  readonly baseUrl: string
  /** Dates need not be searched, because the caller has better ones. */
  readonly areDatesKnown?: boolean
}

const valueLengthMax = 8_192
const nameLengthMax = 128
const namesMax = 300

/**
 * Metadata of a page: the known keys, and every meta tag under its own name. See docs/api/scrape.md.
 * Repeated tags are joined with ", ", except `ogLocaleAlternate`, which is a list, and `addressKeys`, which have the first value.
 */
export function readMetadata(
  document: Document,
  elements: NotedElements,
  { url, baseUrl, areDatesKnown }: MetadataRequest,
): ContentMetadata {
  const tags = readTags(elements.about)
  const fields = new Map<string, string | readonly string[] | undefined>(tags.raw)
  for (const [key, names] of tagsByKey)
    fields.set(key, addressKeys.has(key) ? firstAddress(tags, names) : findFirst(tags, names))
  const jsonLd = elements.jsonLd.objects()
  const metaValues = (name: string) => tags.values.get(name) ?? []
  const ownSiteNames = listSiteNames(tags, jsonLd)
  const siteNames = [...ownSiteNames, ...hostNames(url)]
  let texts: ReturnType<typeof shortTexts> | undefined
  const sources = {
    jsonLd,
    metaValues,
    marked: elements.marked,
    shown: elements.shown,
    all: elements.all,
    siteNames,
    texts: () =>
      (texts ??= shortTexts(
        document,
        elements.marked.some(({ name }) => name === 'h1') ? undefined : tags.title,
      )),
  }
  const language = readLanguage(document, tags)
  fields.set('title', titleIn(tags, sources))
  fields.set('language', language)
  fields.set('siteName', ownSiteNames[0])
  if (!fields.get('description')) fields.set('description', descriptionIn(jsonLd))
  const authors = findAuthors(sources)
  const declaredAuthor = tags.raw.get('author')
  fields.set('author', authors?.names.join(', ') ?? declaredAuthor)
  fields.set('authorSource', authors?.source ?? (declaredAuthor && 'metaTag'))
  fields.set('favicon', tags.favicon && absoluteHttpUrl(tags.favicon, baseUrl))
  fields.set('ogLocaleAlternate', tags.values.get('og:locale:alternate'))
  if (!areDatesKnown) {
    const { published, modified } = findDates({ ...sources, url, language })
    fields.set('publishedTime', published?.date)
    fields.set('publishedTimeSource', published?.source)
    fields.set('modifiedTime', modified?.date)
    fields.set('modifiedTimeSource', modified?.source)
  }
  return filled(fields)
}

/** Metadata keys and their source tags, the best first. */
const tagsByKey: readonly (readonly [key: string, names: readonly string[]])[] = Object.entries({
  description: ['description', 'og:description', 'twitter:description'],
  keywords: ['keywords'],
  robots: ['robots'],
  ogTitle: ['og:title'],
  ogDescription: ['og:description'],
  ogUrl: ['og:url'],
  ogImage: ['og:image', 'og:image:url', 'og:image:secure_url'],
  ogAudio: ['og:audio'],
  ogDeterminer: ['og:determiner'],
  ogLocale: ['og:locale'],
  ogSiteName: ['og:site_name'],
  ogVideo: ['og:video'],
  dcTermsCreated: ['dcterms.created'],
  dcDateCreated: ['dc.date.created'],
  dcDate: ['dc.date'],
  dcTermsType: ['dcterms.type'],
  dcType: ['dc.type'],
  dcTermsAudience: ['dcterms.audience'],
  dcTermsSubject: ['dcterms.subject'],
  dcSubject: ['dc.subject'],
  dcDescription: ['dc.description'],
  dcTermsKeywords: ['dcterms.keywords'],
  articleTag: ['article:tag'],
  articleSection: ['article:section'],
})

/** Keys that the service fills in; meta tags must not set them. */
const reservedNames = new Set(
  (
    'url sourceURL statusCode contentType error scrapeId numPages totalPages proxyUsed cacheState cachedAt creditsUsed ' +
    'timezone authorSource publishedTimeSource modifiedTimeSource concurrencyLimited concurrencyQueueDurationMs postprocessorsUsed indexId provider sourceFile ' +
    '__proto__ constructor prototype'
  ).split(' '),
)

interface Tags {
  /** By tag name in lower case. */
  readonly values: Map<string, string[]>
  /** By tag name as written; values joined. */
  readonly raw: Map<string, string>
  title: string | undefined
  favicon: string | undefined
  htmlLanguage: string | undefined
  contentLanguage: string | undefined
}

function readTags(elements: readonly Element[]): Tags {
  const tags: Tags = {
    values: new Map(),
    raw: new Map(),
    title: undefined,
    favicon: undefined,
    htmlLanguage: undefined,
    contentLanguage: undefined,
  }
  for (const element of elements) readTag(element, tags)
  return tags
}

function readTag(element: Element, tags: Tags): void {
  const { attribs } = element
  switch (element.name) {
    case 'html':
      tags.htmlLanguage ??= attribs['lang'] ?? attribs['xml:lang']
      return
    case 'title':
      if (!isInDrawing(element))
        tags.title ??=
          clip(oneLine(readText(element, { lengthMax: 2 * valueLengthMax }))) || undefined
      return
    case 'link':
      tags.favicon = betterIcon(tags.favicon, attribs)
      return
    case 'meta':
      readMeta(attribs, tags)
      return
    default:
  }
}

/** SVG drawings have `<title>` elements too. */
const drawingTags = new Set(['svg', 'g', 'symbol', 'path', 'use', 'a', 'defs', 'linearGradient'])

const isInDrawing = ({ parent }: Element) =>
  parent !== null && 'name' in parent && drawingTags.has(parent.name)

function betterIcon(found: string | undefined, attributes: Element['attribs']): string | undefined {
  const relation = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
  const { href } = attributes
  if (!href) return found
  if (relation.includes('icon')) return found && !isTouchIcon(found) ? found : href
  return relation.includes('apple-touch-icon') ? (found ?? href) : found
}

const isTouchIcon = (href: string) => /apple-touch/i.test(href)

function readMeta(attributes: Element['attribs'], tags: Tags): void {
  const { content } = attributes
  if (content === undefined) return
  if (attributes['http-equiv']?.toLowerCase() === 'content-language')
    tags.contentLanguage ??= content
  const name = attributes['name'] ?? attributes['property'] ?? attributes['itemprop']
  const value = clip(content.trim())
  if (!name || value === '' || name.length > nameLengthMax || reservedNames.has(name)) return
  const key = name.toLowerCase()
  const values = tags.values.get(key)
  if (!values && tags.values.size >= namesMax) return
  if (values?.includes(value)) return
  const all = [...(values ?? []), value].slice(0, valuesMax)
  tags.values.set(key, all)
  tags.raw.set(name, clip(all.join(', ')))
}

const valuesMax = 50

const clip = (text: string) => (text.length > valueLengthMax ? text.slice(0, valueLengthMax) : text)

const joined = (tags: Tags, name: string) => tags.values.get(name)?.join(', ')

/** Value of the first of these tags that is not empty. */
function findFirst(tags: Tags, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = joined(tags, name)
    if (value) return value
  }
  return undefined
}

/** Keys whose value is one URL: a page with several pictures names the main one first. */
const addressKeys = new Set(['ogUrl', 'ogImage', 'ogAudio', 'ogVideo'])

function firstAddress(tags: Tags, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = tags.values.get(name)?.find((own) => own !== '')
    if (value !== undefined) return value
  }
  return undefined
}

function readLanguage(document: Document, tags: Tags): string | undefined {
  const declared = [
    tags.htmlLanguage,
    tags.contentLanguage,
    tags.values.get('language')?.[0],
    tags.values.get('dc.language')?.[0],
  ].find((language) => language !== undefined && /^[a-z]{2,3}\b/i.test(language.trim()))
  return declared?.split(',')[0]?.trim().slice(0, 35) ?? detectLanguage(document)
}

interface Sources {
  readonly jsonLd: readonly JsonObject[]
  readonly marked: readonly Element[]
  readonly siteNames: readonly string[]
}

function titleIn(tags: Tags, { jsonLd, marked, siteNames }: Sources): string | undefined {
  const headlines = jsonLd.flatMap(({ headline }) =>
    typeof headline === 'string' ? [headline] : [],
  )
  const declared = [...metaTitles.flatMap((name) => tags.values.get(name) ?? []), ...headlines]
  const headings = marked.filter(({ name }) => name === 'h1').slice(0, headingsMax)
  return findTitle({
    page: tags.title,
    declared: declared.map(oneLine),
    headings: headings.map((element) => oneLine(readText(element, { lengthMax: 500 }))),
    siteNames,
  })
}

const metaTitles = ['og:title', 'twitter:title']
const headingsMax = 5

/** Names that a page declares for its site, the best first. */
function listSiteNames(tags: Tags, jsonLd: readonly JsonObject[]): string[] {
  const names = siteTags.flatMap((name) => tags.values.get(name) ?? [])
  for (const { '@type': type, name, publisher } of jsonLd) {
    if (typeof name === 'string' && /website|organization/i.test(String(type))) names.push(name)
    const publisherName = isObject(publisher) ? publisher['name'] : undefined
    if (typeof publisherName === 'string') names.push(publisherName)
  }
  return names.map(oneLine).filter((name) => name !== '')
}

/** Names of a site that its host holds. */
function hostNames(url: string): string[] {
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''
  const labels = host.split('.').slice(0, -1)
  return [host, ...labels, labels.join('')].filter((name) => name !== '')
}

/** The description of the page in its structured data; longer ones are its text. */
function descriptionIn(jsonLd: readonly JsonObject[]): string | undefined {
  for (const { '@type': type, description } of jsonLd) {
    if (typeof description !== 'string' || description.length > descriptionLengthMax) continue
    if (/article|posting|webpage|product|recipe|event/i.test(String(type)))
      return oneLine(description)
  }
  return undefined
}

const descriptionLengthMax = 1_000

const siteTags = ['og:site_name', 'application-name', 'apple-mobile-web-app-title', 'twitter:site']

function filled(
  fields: ReadonlyMap<string, string | readonly string[] | undefined>,
): ContentMetadata {
  const metadata: Record<string, string | readonly string[]> = {}
  for (const [key, value] of fields) if (value !== undefined && value !== '') metadata[key] = value
  return metadata
}
