import type { Element } from 'domhandler'
import { oneLine, textOf } from '#content/html/walk.ts'
import type { JsonObject } from '#kernel/json-values.ts'
import { isOutsideArticle } from './evidence.ts'
import { isoDate } from './iso-date.ts'
import type { ShortText } from './short-texts.ts'

/** Page data in which the dates are searched. */
export interface DateSources {
  readonly jsonLd: readonly JsonObject[]
  /** Values of the meta tag of that name, in lower case. */
  readonly metaValues: (name: string) => readonly string[]
  readonly marked: readonly Element[]
  readonly shown: () => readonly Element[]
  readonly url: string
  readonly language: string | undefined
  /** Short texts of the page, read as a last resort. */
  readonly texts: () => readonly ShortText[]
  /** Every element of the page; its scripts are read where no text has a date. */
  readonly all: readonly Element[]
}

export interface Dates {
  readonly publishedTime: string | undefined
  readonly modifiedTime: string | undefined
}

const publishedNames =
  'article:published_time article:published og:published_time og:article:published_time datepublished article.published citation_publication_date citation_date citation_online_date parsely-pub-date sailthru.date cxenseparse:recs:publishtime dcterms.issued dc.date.issued dcterms.created dc.date.created dc.date dcterms.date pubdate publishdate publish-date publish_date published_date article_date_original originalpublicationdate ptime date.release rnews:datepublished bt:pubdate date'.split(
    ' ',
  )
const modifiedNames =
  'article:modified_time og:updated_time og:modified_time datemodified dcterms.modified dc.date.modified article:modified last-modified lastmod modified revised'.split(
    ' ',
  )

/** Published and modified dates of a page as ISO 8601: machine-readable sources before visible ones. */
export function datesOf(sources: DateSources): Dates {
  const { language = '' } = sources
  const read = createRead(/^en(?:-us)?$/i.test(language))
  const meta = (names: readonly string[]) => {
    for (const name of names) {
      for (const value of sources.metaValues(name)) {
        const date = read(value)
        if (date) return date
      }
    }
    return undefined
  }
  const own = sources.marked.filter(isOwnDate)
  const declared =
    meta(publishedNames.slice(0, 2)) ??
    structured(sources.jsonLd, 'datePublished') ??
    meta(publishedNames) ??
    marked(own, 'datePublished', read)
  const shown = timeShown(own, read)
  const address = dateOfUrl(sources.url)
  return {
    publishedTime:
      (declared &&
        (inAddress(declared, address) ??
          localOf(
            declared,
            shown ?? (isLate(declared) ? dateShown(sources.shown(), read, true) : undefined),
          ))) ??
      shown ??
      address ??
      dateShown(sources.shown(), read, true) ??
      structured(sources.jsonLd, 'dateCreated') ??
      structured(sources.jsonLd, 'uploadDate') ??
      marked(own, 'dateCreated', read) ??
      marked(sources.marked, 'datePublished', read) ??
      written(sources.texts(), read, true) ??
      timeShown(sources.marked, read) ??
      dateShown(sources.shown(), read, false) ??
      written(sources.texts(), read, false) ??
      inScripts(sources.all) ??
      meta(modifiedNames) ??
      structured(sources.jsonLd, 'dateModified'),
    modifiedTime:
      meta(modifiedNames) ??
      structured(sources.jsonLd, 'dateModified') ??
      marked(sources.marked, 'dateModified', read),
  }
}

/** A time may fall on another day than the one that the page shows, in UTC for example; then the shown one counts. */
function localOf(declared: string, shown: string | undefined): string {
  return shown && Math.abs(daysBetween(declared, shown)) === 1 ? shown : declared
}

/** Whether it is already the next day east of Greenwich. */
const isLate = (declared: string): boolean => /T2\d:\d\d[\d:]*(?:Z|\+00:?00)$/.test(declared)

/** The address settles the day; one that is much earlier is older than the site's move to where it is now. */
function inAddress(declared: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const days = daysBetween(address, declared)
  if (days > 1) return address
  return days === 0 ? declared : undefined
}

const daysBetween = (from: string, to: string): number =>
  (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000

/** Dates of the page itself, not of its comments and teasers. */
const isOwnDate = (element: Element): boolean =>
  (element.name === 'time' || /date/i.test(element.attribs['itemprop'] ?? '')) &&
  !isOutsideArticle(element)

/** Texts are read again where the better places have no date. */
function createRead(isMonthFirst: boolean): ReadDate {
  const known = new Map<string, string | undefined>()
  return (text) => {
    if (!known.has(text)) known.set(text, isoDate(text, isMonthFirst))
    return known.get(text)
  }
}

type ReadDate = (text: string) => string | undefined

const articleType =
  /article|posting|report|webpage|review|recipe|creativework|video|podcast|qapage|howto/i
const commentType = /comment|answer|rating/i

function structured(objects: readonly JsonObject[], key: string): string | undefined {
  let other: string | undefined
  for (const object of objects) {
    const value = object[key]
    const type = String(object['@type'])
    if (typeof value !== 'string' || commentType.test(type)) continue
    const date = isoDate(value)
    if (date && articleType.test(type) && !/webpage/i.test(type)) return date
    other ??= date
  }
  return other
}

function marked(shown: readonly Element[], property: string, read: ReadDate): string | undefined {
  for (const element of shown) {
    if (!element.attribs['itemprop']?.split(/\s+/).includes(property)) continue
    const date = dateIn(element, read)
    if (date) return date
  }
  return undefined
}

function dateIn(element: Element, read: ReadDate): string | undefined {
  const { content, datetime, title } = element.attribs
  for (const text of [content, datetime, oneLine(textOf(element, { lengthMax: 300 })), title]) {
    const date = text === undefined ? undefined : read(text)
    if (date) return date
  }
  return undefined
}

const publishedClass = /publish|pubdate|posted|created|entry-date|dt-published|issued/i
const updatedClass = /updat|modif|edit/i

/** The date of a `<time>`: one marked as publication date, else the first on the page. */
function timeShown(shown: readonly Element[], read: ReadDate): string | undefined {
  const times = shown.filter((element) => element.name === 'time')
  const published = times.filter(
    ({ attribs }) => 'pubdate' in attribs || publishedClass.test(attribs['class'] ?? ''),
  )
  const original = times.filter(({ attribs }) => !updatedClass.test(attribs['class'] ?? ''))
  for (const element of [...published, ...original, ...times]) {
    const date = dateIn(element, read)
    if (date) return date
  }
  return undefined
}

const urlDate = /\/((?:19|20)\d\d)([/-]?)(\d{1,2})\2(\d{1,2})(?=[/_.-]|$)/

function dateOfUrl(url: string): string | undefined {
  const [, year, , month = '', day = ''] = urlDate.exec(url) ?? []
  if (year === undefined) return undefined
  return isoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** The first date in a short text of the page. */
function written(texts: readonly ShortText[], read: ReadDate, isOwn: boolean): string | undefined {
  for (const { text, element } of texts) {
    if (!/\d{4}|\d\d?\.\d\d?\.\d\d/.test(text) || /©|copyright|\(c\)/i.test(text)) continue
    const date = read(text)
    if (date && !(isOwn && isOutsideArticle(element))) return date
  }
  return undefined
}

const scriptDate =
  /"(?:datePublished|publishedDate|publishedAt|publishDate|publicationDate)":"((?:19|20)\d\d-\d\d-\d\d[^"]{0,40})"/
const scriptLengthMax = 500_000

/** The date of publication in the data that scripts of the page draw it from. */
function inScripts(all: readonly Element[]): string | undefined {
  for (const element of all) {
    if (element.name !== 'script' || !/json/i.test(element.attribs['type'] ?? '')) continue
    const [, date] = scriptDate.exec(textOf(element, { lengthMax: scriptLengthMax })) ?? []
    if (date !== undefined) return isoDate(date)
  }
  return undefined
}

const dateClass = /date|datum|time|publi|posted|byline|meta|fecha|stamp|data/i
const shownLengthMax = 200

/** The first date in an element whose class names a date. */
function dateShown(shown: readonly Element[], read: ReadDate, isOwn: boolean): string | undefined {
  for (const element of shown) {
    const named = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`
    if (!dateClass.test(named)) continue
    const text = oneLine(textOf(element, { lengthMax: 2 * shownLengthMax }))
    const date = text.length > shownLengthMax ? undefined : read(text)
    if (date && !(isOwn && isOutsideArticle(element))) return date
  }
  return undefined
}
