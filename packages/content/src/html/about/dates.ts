import { isTag, isText, type Element } from 'domhandler'
import { getElementsByTagName } from 'domutils'
import { oneLine, readText } from '#content/html/walk.ts'
import type { JsonObject } from '#base/json-values.ts'
import { isChangeLine, isDateline, isBelowAsChange, wordsBeside } from './dateline.ts'
import { isOfOther } from './date-of-other.ts'
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

/** Where a value of the metadata was found. */
export type ValueSource = 'metaTag' | 'jsonLd' | 'microdata' | 'timeElement' | 'url' | 'text'

interface SourcedDate {
  /** ISO 8601. */
  readonly date: string
  readonly source: ValueSource
}

export interface Dates {
  readonly published: SourcedDate | undefined
  readonly modified: SourcedDate | undefined
}

const publishedNames =
  'article:published_time article:published og:published_time og:article:published_time datepublished article.published citation_publication_date citation_date citation_online_date parsely-pub-date sailthru.date cxenseparse:recs:publishtime dcterms.issued dc.date.issued dcterms.created dc.date.created dc.date dcterms.date pubdate publishdate publish-date publish_date published_date article_date_original originalpublicationdate ptime date.release rnews:datepublished bt:pubdate date'.split(
    ' ',
  )
const modifiedNames =
  'article:modified_time og:updated_time og:modified_time datemodified dcterms.modified dc.date.modified article:modified last-modified lastmod modified revised'.split(
    ' ',
  )

/** Published and modified dates of a page: machine-readable sources before visible ones. A date that is not clearly of the page is none. */
export function findDates(sources: DateSources): Dates {
  const { language = '' } = sources
  const read = createRead(/^en(?:-us)?$/i.test(language))
  const meta = (names: readonly string[]) => firstDate(names.flatMap(sources.metaValues), read)
  const own = sources.marked.filter(isOwnDate)
  const times = own.filter(({ name }) => name === 'time')
  const isOfPage = (element: Element) =>
    !isBelowAsChange(element, sources.all) && !beginsSomething(element)
  const declared =
    from('metaTag', meta(publishedNames.slice(0, 2))) ??
    from('jsonLd', structured(sources.jsonLd, 'datePublished')) ??
    from('metaTag', meta(publishedNames)) ??
    from('microdata', marked(own, 'datePublished', read))
  const shown = isOfEvent(sources.jsonLd) ? undefined : timeShown(times.filter(isOfPage), read)
  const address = dateOfUrl(sources.url)
  const named = () => dateShown(sources.shown(), read)
  return {
    published:
      (declared && inPlace(declared, { address, shown, named })) ??
      from('timeElement', shown) ??
      from('url', address) ??
      from('text', named()) ??
      from('jsonLd', structured(sources.jsonLd, 'dateCreated')) ??
      from('jsonLd', structured(sources.jsonLd, 'uploadDate')) ??
      from('microdata', marked(own, 'dateCreated', read)) ??
      from('microdata', marked(sources.marked, 'datePublished', read)) ??
      from(
        'text',
        isOfThing(sources.jsonLd)
          ? undefined
          : written(
              sources.texts(),
              read,
              (text) => isDateline(text) && !isOfOther(text.element) && isOfPage(text.element),
            ),
      ) ??
      from('jsonLd', inScripts(sources.all)),
    modified:
      from('metaTag', meta(modifiedNames)) ??
      from('jsonLd', structured(sources.jsonLd, 'dateModified')) ??
      from('microdata', marked(sources.marked, 'dateModified', read)) ??
      from('text', written(sources.texts(), read, isChangeLine)),
  }
}

const thing = /event$|^product(?:group)?$|jobposting/i

/** Whether a page declares that it is about a thing, whose date it shows, and no text that was published. */
export const isOfThing = (objects: readonly JsonObject[]): boolean => {
  const types = objects.map((object) => String(object['@type']))
  return types.some((type) => thing.test(type)) && !types.some((type) => textType.test(type))
}

/** The same about an event, other than a product, whose page shows when it is. */
const isOfEvent = (objects: readonly JsonObject[]): boolean =>
  isOfThing(objects) && objects.some((object) => /event$/i.test(String(object['@type'])))

const textType = /article|posting$|report|review$|recipe|blog|videoobject|podcast|howto/i

const from = (source: ValueSource, date: string | undefined): SourcedDate | undefined =>
  date === undefined ? undefined : { date, source }

function firstDate(texts: readonly string[], read: ReadDate): string | undefined {
  for (const text of texts) {
    const date = read(text)
    if (date) return date
  }
  return undefined
}

/** The declared date, or what the address or the page shows where they know the day better. */
function inPlace(
  declared: SourcedDate,
  {
    address,
    shown,
    named,
  }: {
    readonly address: string | undefined
    readonly shown: string | undefined
    readonly named: () => string | undefined
  },
): SourcedDate {
  const { date } = declared
  const settled = inAddress(date, address)
  if (settled !== undefined) return settled === date ? declared : { date: settled, source: 'url' }
  const local = chooseLocal(date, shown ?? (isLate(date) ? named() : undefined))
  return local === date
    ? declared
    : { date: local, source: shown === undefined ? 'text' : 'timeElement' }
}

/** A time may fall on another day than the one that the page shows, in UTC for example; then the shown one counts. */
function chooseLocal(declared: string, shown: string | undefined): string {
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
  (/date/i.test(element.attribs['itemprop'] ?? '') ||
    (element.name === 'time' && !isInTable(element))) &&
  !isOfOther(element) &&
  !isOutsideArticle(element)

const levelsMax = 6

/** Whether an element is a value in a table with titles of columns or rows. */
function isInTable(element: Element): boolean {
  let around = element.parent
  for (let level = 0; around && isTag(around) && level < levelsMax; level++, around = around.parent)
    if (around.name === 'table') return getElementsByTagName('th', around, true, 1).length > 0
  return false
}

const startLabel =
  /(?:^|\s)(?:when|starts?|begins?|doors(?: open)?|opens|wann|beginn|einlass|quand|début|cuándo|comienza|quando|inizio|início|wanneer|aanvang|когда|начало|日時|時間|时间)\s{0,3}[:：]?\s{0,3}$/iu

/** Whether the words before a date, in the same line, say that it is when something begins. */
function beginsSomething({ prev }: Element): boolean {
  const before = prev && isText(prev) && prev.data.trim() === '' ? prev.prev : prev
  if (!before) return false
  const text = isTag(before) ? readText(before, { lengthMax }) : isText(before) ? before.data : ''
  return startLabel.test(oneLine(text.slice(-lengthMax)))
}

const lengthMax = 40

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
  for (const text of [content, datetime, oneLine(readText(element, { lengthMax: 300 })), title]) {
    const date = text === undefined ? undefined : read(text)
    if (date) return date
  }
  return undefined
}

const publishedClass = /publish|pubdate|posted|created|entry-date|dt-published|issued/i
const updatedClass = /updat|modif|edit/i

/** The date of a `<time>`: one marked as publication date, else the first on the page. */
function timeShown(times: readonly Element[], read: ReadDate): string | undefined {
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

/** The first date in a text of this kind. */
function written(
  texts: readonly ShortText[],
  read: ReadDate,
  is: (text: ShortText) => boolean,
): string | undefined {
  for (const [at, short] of texts.entries()) {
    const { text } = short
    if (isOfMeeting(texts.slice(at, at + placeAfterMax))) continue
    if (!/\d{4}|\d\d?\.\d\d?\.\d\d/.test(text) || /©|copyright|\(c\)/i.test(text)) continue
    const date = is(short) ? read(text) : undefined
    if (date) return date
  }
  return undefined
}

const placeAfterMax = 5
const dayLabel =
  /^(?:date|dates|when|day|datum|wann|termin|quand|fecha|cuándo|data|quando|дата|когда)\s*:/iu
const placeLabel =
  /^(?:place|venue|location|where|address|doors?|ort|wo|veranstaltungsort|einlass|lieu|où|lugar|dónde|luogo|dove|local|onde|plaats|locatie|waar|место|где)\s*:/iu

/** Whether a date is that of a meeting: the place follows. */
const isOfMeeting = ([first, ...others]: readonly ShortText[]): boolean =>
  first !== undefined &&
  dayLabel.test(first.text) &&
  others.some(({ text }) => placeLabel.test(text))

const scriptDate =
  /"(?:datePublished|publishedDate|publishedAt|publishDate|publicationDate)":"((?:19|20)\d\d-\d\d-\d\d[^"]{0,40})"/
const scriptLengthMax = 500_000

/** The date of publication in the data that scripts of the page draw it from. */
function inScripts(all: readonly Element[]): string | undefined {
  for (const element of all) {
    if (element.name !== 'script' || !/json/i.test(element.attribs['type'] ?? '')) continue
    const [, date] = scriptDate.exec(readText(element, { lengthMax: scriptLengthMax })) ?? []
    if (date !== undefined) return isoDate(date)
  }
  return undefined
}

const dateClass =
  /(?:^|[\s_-])(?:[a-z]{0,20}(?:date|datum|fecha|timestamp|meta|metadata|byline)|data|time|publish|published|publication|posted)(?:$|[\s_-])|(?:Date|Time|Published|Posted)/
const shownLengthMax = 200
const wordsBesideMax = 12

/** The first date in an element whose class names a date. */
function dateShown(shown: readonly Element[], read: ReadDate): string | undefined {
  for (const element of shown) {
    const named = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`
    if (!dateClass.test(named)) continue
    const text = oneLine(readText(element, { lengthMax: 2 * shownLengthMax }))
    if (text.length > shownLengthMax || wordsBeside(text) > wordsBesideMax) continue
    const date = read(text)
    if (date && !isOutsideArticle(element)) return date
  }
  return undefined
}
