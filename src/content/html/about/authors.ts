import type { Element } from 'domhandler'
import { oneLine, textOf } from '#content/html/walk.ts'
import type { JsonObject } from '#content/html/json-ld.ts'
import { isElsewhere } from './evidence.ts'
import type { ShortText } from './short-texts.ts'

/** What a page tells of itself, as its author is looked for. */
export interface AuthorSources {
  readonly jsonLd: readonly JsonObject[]
  /** Values of the meta tag of that name, in lower case. */
  readonly metaValues: (name: string) => readonly string[]
  readonly marked: readonly Element[]
  readonly shown: () => readonly Element[]
  /** A site is not the author of its pages, as long as there is another. */
  readonly siteNames: readonly string[]
  /** Short texts of the page, read when nothing else tells. */
  readonly texts: () => readonly ShortText[]
}

const authorsMax = 20

/**
 * Who wrote a page: structured data before meta tags, these before what is marked up in the page, that before a byline.
 * People come before organisations.
 */
export function authorsOf(sources: AuthorSources): string[] {
  const sites = new Set(sources.siteNames.map(bare))
  const ways = [
    () => structured(sources.jsonLd),
    () => fromMeta(sources),
    () => marked(sources.marked),
    () => bylines(sources.shown()),
    () => signed(sources.texts()),
  ]
  let fallback: string[] = []
  for (const way of ways) {
    const names = unique(way())
    const people = names.filter((name) => !sites.has(bare(name)))
    if (people.length > 0) return people
    if (fallback.length === 0) fallback = names
  }
  return fallback
}

function unique(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) if (!byKey.has(bare(name))) byKey.set(bare(name), name)
  return [...byKey.values()].slice(0, authorsMax)
}

const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const articleType =
  /article|posting|report|review|recipe|howto|webpage|qapage|creativework|podcast|video/i
const personType = /person/i

function structured(objects: readonly JsonObject[]): string[] {
  const byId = new Map(
    objects.flatMap((one) =>
      typeof one['@id'] === 'string' && 'name' in one ? [[one['@id'], one]] : [],
    ),
  )
  const resolve = (value: unknown): JsonObject | undefined => {
    if (typeof value !== 'object' || value === null) return undefined
    const one = value as JsonObject
    return 'name' in one ? one : byId.get(String(one['@id']))
  }
  for (const isStrict of [true, false]) {
    for (const object of objects) {
      if (isStrict && !articleType.test(String(object['@type']))) continue
      if (/comment|answer|rating/i.test(String(object['@type']))) continue
      const values = [object['author'] ?? object['creator']].flat()
      const listed = values.flatMap((value) => {
        if (typeof value === 'string') return [{ name: value, isPerson: true }]
        const one = resolve(value)
        const isPerson = !/organization/i.test(String(one?.['@type']))
        return [one?.['name']].flat().map((name) => ({ name, isPerson }))
      })
      const named = listed.flatMap(({ name, isPerson }) =>
        typeof name === 'string' ? namesIn(name).map((text) => ({ text, isPerson })) : [],
      )
      const people = named.filter(({ isPerson }) => isPerson)
      if (people.length > 0) return people.map(({ text }) => text)
    }
  }
  const person = objects.filter(
    (one) => personType.test(String(one['@type'])) && typeof one['name'] === 'string',
  )
  return person.length === 1 ? namesIn(String(person[0]?.['name'])) : []
}

const metaNames =
  'author article:author_name parsely-author sailthru.author citation_author dc.creator dcterms.creator dc.contributor byl article:author og:article:author book:author cxenseparse:author vr:author'.split(
    ' ',
  )

function fromMeta({ metaValues }: AuthorSources): string[] {
  for (const name of metaNames) {
    const values = metaValues(name)
    const names = name === 'citation_author' ? values.flatMap(cited) : values.flatMap(namesIn)
    if (names.length > 0) return names
  }
  return []
}

/** Citations put the last name first. */
function cited(text: string): string[] {
  const [last, first, ...more] = text.split(/,\s*/)
  return first && more.length === 0 ? namesIn(`${first} ${last}`) : namesIn(text)
}

function marked(shown: readonly Element[]): string[] {
  const found = shown.filter(
    ({ attribs }) =>
      attribs['rel'] === 'author' || /(?:^|\s)author(?:$|\s)/.test(attribs['itemprop'] ?? ''),
  )
  for (const element of found) {
    if (isElsewhere(element)) continue
    const inner = shown.find((one) => one.attribs['itemprop'] === 'name' && isInside(one, element))
    const names = namesIn(contentOf(inner ?? element))
    if (names.length > 0) return names
  }
  return []
}

const authorClass =
  /(?:^|[\s_-])(?:author|autor|autoren|authors|auteur|byline|writer|verfasser|redakteur)(?:$|[\s_-]|name|link)|author|byline/i
const notNames =
  /avatar|image|img|photo|bio|about|description|social|follow|date|time|box|title|job|role|position|thumb|icon/i

function bylines(shown: readonly Element[]): string[] {
  let loose: string[] = []
  for (const element of shown) {
    const named = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`
    if (!authorClass.test(named) || isElsewhere(element)) continue
    const isExact = !notNames.test(named)
    const text = contentOf(element)
    if (text.length > bylineLengthMax) continue
    const names = namesIn(text)
    if (names.length === 0) continue
    if (isExact) return names
    if (loose.length === 0) loose = names
  }
  return loose
}

const bylineLengthMax = 160

const signature =
  /^(?:(?:written |posted |published |ein beitrag |geschrieben |verfasst )?(?:by|von|par|por|door)|(?:author|autor(?:in)?|text|auteur|verfasser(?:in)?)\s*:)\s+(\p{Lu}[\p{L}'’.-]+(?:\s(?:\p{Lu}[\p{L}'’.-]*|van|von|de|del|der|di|la)){0,3})(?:\s*(?:[,|•·–—(/-].*)?|,? (?:am|on|le|el) .*)$/u

/** Short texts that are nothing but `By` and a name, perhaps with a date. */
function signed(texts: readonly ShortText[]): string[] {
  for (const { text, element } of texts) {
    const [, name] =
      signature.exec(text.replace(/^\p{Lu}\p{L}+/u, (word) => word.toLowerCase())) ?? []
    const names = name === undefined ? [] : namesIn(name)
    if (names.length > 0 && !isElsewhere(element)) return names
  }
  return []
}

const contentOf = (element: Element): string =>
  oneLine(element.attribs['content'] ?? textOf(element, { lengthMax: 400 }))

function isInside(inner: Element, outer: Element): boolean {
  let at = inner.parent
  while (at) {
    if (at === outer) return true
    at = at.parent
  }
  return false
}

const prefix =
  /^(?:(?:written|posted|published|reviewed|story|text|words|article|reporting|interview|created|geschrieben|veröffentlicht|verfasst|erstellt|ein beitrag|ein artikel|artikel|beitrag|publié|rédigé|escrito|publicado)\s+(?:by|von|durch|par|por)|by|von|par|por|di|door|av|af|przez|autor(?:in|en)?|author|auteur|text|interview|pressemitteilung von|zeige alle beiträge von|alle beiträge von|view all posts by|posts by|redaktion|redacción|redactor|verfasst von|verfasser(?:in)?|escrito por|written by|posted by)\s*[:：]?\s+/i
const label =
  /^(?:autor(?:in|en|innen)?|authors?|auteurs?|autore|autora|von|by|text|escrito por|redaktion|verfasser(?:in)?)\s*[:：]\s*/i
/** What follows a name. */
const suffix =
  /\||•|·|–|—|\/\/|\(|\bon\s|\bam\s|\bat\s|\bin\s|\bfor\s|\bveröffentlicht|\bpublished|\bposted|\bupdated|\baktualisiert|\bstand\b|\bfollow\b|\blast updated|\bsponsored\b|\d{1,2}(?:st|nd|rd|th)?\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\.?\s\d|\bview\b|@|\d{1,2}[.:/]\d|(?:19|20)\d\d\b|\d{1,2}\.\s?\p{L}|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d/iu
const between = / ?(?:[,;]| & | und | and | et | y | e | en | i | \/ ) ?/i
/** Degrees and the like, which follow a comma and name nobody. */
const title = /^(?:ph\.?\s?d\.?|m\.?d\.?|jr\.?|sr\.?|esq\.?|mba|rn|dds|msc|bsc|ma|ba|cpa|rd|iii?)$/i
const nobody =
  /^(?:admin|administrator|editor|staff|redaktion|redaction|redacción|webmaster|guest|user|author|autor|anonymous|unknown|none|null|undefined|root|test|home|more|share|comments?|follow|www|n\/a|read more|profile|about|contact|login|website|view all posts.*|all posts.*|alle beiträge.*|see all.*)$/i

/** The names in a text such as `By Ada Lovelace and Grace Hopper`. */
function namesIn(text: string): string[] {
  let rest = oneLine(text).replaceAll('&amp;', '&')
  if (/^(?:https?:|www\.)|\shttps?:/.test(rest)) return []
  rest = rest.replace(label, '')
  rest = rest.replace(prefix, '').replace(prefix, '')
  const end = rest.search(suffix)
  if (end >= 0) rest = rest.slice(0, end)
  return rest
    .split(between)
    .map(withoutSigns)
    .filter((name) => isName(name))
}

const dayName =
  /^(?:mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?:day|sday|nesday|rsday|urday)?\.?$/i
const signs = new Set(' "\'“”«».:,-')

function withoutSigns(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && signs.has(text.charAt(from))) from++
  while (from < to && text.charAt(to - 1) !== '.' && signs.has(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

const nameLengthMax = 60
const nameWordsMax = 6

function isName(name: string): boolean {
  if (name.length < 2 || name.length > nameLengthMax || !/\p{L}/u.test(name)) return false
  if (
    /https?:|www\.|@|[<>{}=_#]/.test(name) ||
    title.test(name) ||
    nobody.test(name) ||
    dayName.test(name)
  )
    return false
  return name.split(' ').length <= nameWordsMax && !/\d{3}/.test(name) && !/[!?]$/.test(name)
}
