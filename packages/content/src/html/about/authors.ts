import type { Element } from 'domhandler'
import { listElements, oneLine, readText } from '#content/html/walk.ts'
import { isObject, type JsonObject } from '#base/json-values.ts'
import { isOutsideArticle, isOfOtherArticle } from './evidence.ts'
import { isQuoted } from './dateline.ts'
import { isOfThing, type ValueSource } from './dates.ts'
import { isOffice, namesIn } from './names.ts'
import type { ShortText } from './short-texts.ts'
import { foldTitle } from './title.ts'

/** Page data in which the author is searched. */
export interface AuthorSources {
  readonly jsonLd: readonly JsonObject[]
  /** Values of the meta tag of that name, in lower case. */
  readonly metaValues: (name: string) => readonly string[]
  readonly marked: readonly Element[]
  readonly shown: () => readonly Element[]
  /** Names of the site, which are its author only as a last resort. */
  readonly siteNames: readonly string[]
  /** Short texts of the page, read as a last resort. */
  readonly texts: () => readonly ShortText[]
}

export interface Authors {
  readonly names: readonly string[]
  readonly source: ValueSource
}

const authorsMax = 20

/**
 * Authors of a page: structured data before meta tags, before marked up elements, before bylines.
 * People come before organisations.
 */
export function findAuthors(sources: AuthorSources): Authors | undefined {
  const sites = new Set(sources.siteNames.map(foldTitle))
  const firstWords = new Set(
    sources.siteNames
      .filter((name) => name.includes(' '))
      .map((name) => foldTitle(name.split(' ')[0] ?? '')),
  )
  /** The name of a site may be cut like that of a person with an office: `Human` of `Human in the Loop`. */
  const beginsSite = (name: string) => firstWords.has(foldTitle(name))
  const ways: readonly (readonly [ValueSource, () => string[]])[] = [
    ['jsonLd', () => structured(sources.jsonLd)],
    ['metaTag', () => fromMeta(sources)],
    ['microdata', () => marked(sources.marked)],
    ['text', () => bylines(sources.shown())],
    ['text', () => signed(sources.texts())],
  ]
  let fallback: Authors | undefined
  for (const [source, way] of ways) {
    const names = unique(way())
    const others = sites.has(foldTitle(names.join('')))
      ? []
      : names.filter((name) => !sites.has(foldTitle(name)) && !beginsSite(name))
    if (others.some((name) => !isOffice(name))) return { names: others, source }
    if (names.length > 0) fallback ??= { names, source }
  }
  return fallback
}

function unique(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) if (!byKey.has(foldTitle(name))) byKey.set(foldTitle(name), name)
  return [...byKey.values()].slice(0, authorsMax)
}

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
    if (!isObject(value)) return undefined
    return 'name' in value ? value : byId.get(String(value['@id']))
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
  // Of a thing, a person may be anything: who organises it, plays or made it.
  if (isOfThing(objects)) return []
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
  const label = metaValues('twitter:label1')[0] ?? ''
  return writtenBy.test(label)
    ? (metaValues('twitter:data1')[0] ?? '').split(',').flatMap(namesIn)
    : []
}

const writtenBy =
  /^(?:written by|verfasst von|geschrieben von|author|autor|écrit par|escrito por|scritto da)/i

/** Citations have the last name first. */
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
    if (element.attribs['itemprop'] ? isOfOtherArticle(element) : isOutsideArticle(element))
      continue
    const inner = shown.find((one) => one.attribs['itemprop'] === 'name' && isInside(one, element))
    const names = namesIn(readContent(inner ?? element))
    if (names.length > 0) return names
  }
  return []
}

const authorClass =
  /(?:^|[\s_-])(?:author|autor|autoren|authors|auteur|byline|writer|verfasser|redakteur)(?:$|[\s_-]|name|link)|author(?!i[tsz])|byline/i
const notNames =
  /avatar|image|img|photo|bio|about|description|social|follow|date|time|box|title|job|role|position|thumb|icon/i

function bylines(shown: readonly Element[]): string[] {
  let loose: string[] = []
  for (const element of shown) {
    const named = `${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`
    if (!authorClass.test(named) || headings.has(element.name) || isOutsideArticle(element))
      continue
    const isExact = !notNames.test(named)
    const text = readContent(element)
    const names = text.length > bylineLengthMax ? introduced(text) : listNames(element, text)
    if (names.length === 0) continue
    if (isExact) return names
    if (loose.length === 0) loose = names
  }
  return loose
}

/** A section about authors is no byline. */
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const bylineLengthMax = 160

/** A byline may name more than its author: a link to the author, or `By` in its midst, tells which of it is the name. */
function listNames(element: Element, text: string): string[] {
  const links = listElements(element).filter(
    ({ name, attribs }) => name === 'a' && authorAddress.test(attribs['href'] ?? ''),
  )
  const linked = links.flatMap((link) => namesIn(readContent(link)))
  const inside = introduced(text)
  const all = inside.length > 0 ? inside : namesIn(text)
  return linked.length > 0 && linked.length >= all.length ? linked : all
}

const authorAddress =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|redakteure?|profiles?|people|staff|by)\/[^/?#]/i

const person =
  "\\p{Lu}[\\p{L}'’.-]*(?:\\s(?:\\p{Lu}[\\p{L}'’.-]*(?![\\p{L}'’.:-])|van|von|de|del|der|di|la)){0,4}"
const people = `${person}(?:(?:,| and| und| &| y| et) ${person}){0,4}`
const introduction = new RegExp(
  `(?:^|[\\s|·•(])(?:[Bb]y|BY|[Vv]on|VON|[Pp]ar|[Pp]or|(?:Autor(?:in)?|Author|Text|Auteur|Redakteur(?:in)?):?)\\s+(${people})`,
  'u',
)

/** The names behind `By` or `Author:` at the beginning of a text. */
function introduced(text: string): string[] {
  const [, name] = introduction.exec(text.slice(0, bylineLengthMax)) ?? []
  return name === undefined ? [] : namesIn(name)
}

const signature =
  /^(?:(?:\p{L}+ ){0,2}(?:by|von|par|por|door)(?=\s\p{Lu}\S*\s\p{Lu})|(?:by|von|par|por|door)|(?:written by|author|autor(?:in)?|text|auteur|verfasser(?:in)?)\s*:)\s+(\p{Lu}[\p{L}'’.-]+(?:\s(?:\p{Lu}[\p{L}'’.-]*|van|von|de|del|der|di|la)){0,3}(?:(?:,| and| und| &| y| et)\s\p{Lu}[\p{L}'’.-]+(?:\s\p{Lu}[\p{L}'’.-]*){1,2}){0,4})(?:\s*(?:[,|•·–—(/-].*)?|,? (?:am|on|le|el) .*)$/u

/** What stands alone in its element and has the name behind it. */
const opening =
  /(?:^|[|·•-] ?|\d\d,? )(?:(?:written|posted|published|story|words|text) )?(?:by|von|par|por|door|author|autor(?:in)?|auteur|verfasser(?:in)?)\s*:?$/i

/** Every introduction of a name has one of these, and few texts do. */
const introduces = /by|von|par|por|door|author|autor|text|auteur|verfasser/i

/** Short texts that consist of `By` and a name, with or without a date. */
function signed(texts: readonly ShortText[]): string[] {
  for (const [at, { text, own, element }] of texts.entries()) {
    if (!introduces.test(text) || isQuoted(element)) continue
    const name = readSignature(text) ?? readSignature(own)
    // English pages have doors, too.
    if (name?.includes(' ') === false && /^door\s/i.test(text)) continue
    const said =
      name ?? (opening.test(own) ? nameLike.exec(texts[at + 1]?.own ?? '')?.[0] : undefined)
    const names = said === undefined || keyword.test(said) ? [] : namesIn(said)
    if (names.length > 0 && !isOutsideArticle(element)) return names
  }
  return []
}

const afterWords = /^(?:\p{L}+ ){1,2}(?:by|von|par|por|door)\s/iu
/** Words before `by` that say that a text was written, not signed, generated or approved. */
const writing =
  /^(?:(?:an?|the|eine?|une?|una?|all|more|started|articles|posts|stories|written|posted|published|created|contributed|compiled|submitted|updated|reported|guest|blog|news|post|story|words|text|article|report|reporting|interview|analysis|opinion|review|commentary|column|ein|beitrag|artikel|kommentar|geschrieben|veröffentlicht|verfasst|erstellt|publié|rédigé|écrit|escrito|publicado|geschreven) ){1,2}(?:by|von|par|por|door)\s/i

/** The date before a name: `Published on 6 May 2024 by Ada Lovelace`. */
const dateBefore =
  /^(?:(?:first )?(?:published|posted|written|updated|veröffentlicht|geschrieben|aktualisiert|publié|écrit|publicado|escrito)\s[^:]{0,40}|(?=[^:]{0,16}\d{1,2}\D)[^:]{0,20})(?<!\d)(?:19|20)\d\d,? (?=(?:by|von|par|por|door)\s)/iu

function readSignature(text: string): string | undefined {
  const said = text.replace(dateBefore, '')
  if (afterWords.test(said) && !writing.test(said)) return undefined
  const [, name] =
    signature.exec(said.replace(/^\p{Lu}\p{L}+/u, (word) => word.toLowerCase())) ?? []
  // One word in a sentence is none of a person: `By Default, gates are closed.`
  return name?.includes(' ') === false && /[.!?]$/.test(text) ? undefined : name
}

/** One word in capitals is rather a keyword of a language: `sorted by DEFAULT`. */
const keyword = /^\p{Lu}{2,20}$/u

/** A name alone in its text, or before a date or a role; not the beginning of a sentence. */
const nameLike = new RegExp(
  `^${people}(?=\\s*(?:$|[,|·•–—(/\\d-])|\\s(?:on|am|le|el|in|for)\\s)`,
  'u',
)

const readContent = (element: Element): string =>
  oneLine(element.attribs['content'] ?? readText(element, { lengthMax: 400 }))

function isInside(inner: Element, outer: Element): boolean {
  let at = inner.parent
  while (at) {
    if (at === outer) return true
    at = at.parent
  }
  return false
}
