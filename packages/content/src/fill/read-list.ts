import type { Spend } from '#base/step-count.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import { coerce } from './coerce.ts'
import type { Outline, Section } from './outline.ts'
import { listEnumerated } from './read-enumeration.ts'
import { minutesIn } from './quantities.ts'
import { matchLabel, readLabel, type Profile } from './profile.ts'

export interface ReadList {
  readonly values: readonly unknown[]
  readonly line: number
}

const itemsMax = 200
const itemLengthMax = 600
const matchMin = 1.5

/** Reads lists of texts: beneath the heading that names them, or in the value of a label. */
export function createReadList(outline: Outline, spend: Spend) {
  return function readList(profile: Profile, items: JsonSchema): ReadList | undefined {
    spend(outline.pairs.length + outline.sections.length)
    const texts =
      sectionItems(outline, profile) ??
      labelled(outline, profile) ??
      classItems(outline, profile) ??
      (profile.meanings.some(({ name }) => name === 'ingredients')
        ? amountsIn(outline)
        : undefined) ??
      (timesName.test(profile.folded) ? timesListed(outline) : undefined) ??
      (authorsName.test(profile.folded) ? namesBeneathTitle(outline) : undefined) ??
      (profile.form === 'people' ? foundersIn(outline, profile.meanings) : undefined) ??
      listEnumerated(outline, profile)
    if (!texts) return undefined
    const values = texts.texts
      .map((text) => coerce(text, items))
      .filter((value) => value !== undefined)
    return values.length > 0 ? { values, line: texts.line } : undefined
  }
}

const authorsName = /^(?:authors|author names|autoren|auteurs|autores|autori|auteurs|autorzy)$/
const fullNames = /^\p{Lu}[\p{L}'’.-]{0,24}(?: (?:\p{Ll}{1,3} ){0,2}\p{Lu}[\p{L}'’.-]{0,24}){1,3}$/u
const linesBeneath = 3

/** Two names and more that a line beneath the title is, with marks that lead to notes. */
function namesBeneathTitle({ lines, title }: Outline): Texts | undefined {
  for (const [index, { text }] of lines.slice(title + 1, title + 1 + linesBeneath).entries()) {
    const names = text
      .split(/, | (?:and|und|et|y|e|i|en|och|og|&) /u)
      .map((name) => name.replace(/^(?:and|und|et|y|e|i) /, '').replace(/[\s\d*†‡§,]{1,12}$/u, ''))
      .filter(Boolean)
    if (names.length > 1 && names.every((name) => fullNames.test(name)))
      return { texts: names, line: title + 1 + index }
  }
  return undefined
}

const timesName = /(?:^| )(?:times|departures|showtimes|uhrzeiten|horaires|horarios|orari|tijden)$/
const timeRow =
  /(?<![\d.:])\d{1,2}[:.h]\d\d(?:(?:, | (?:and|und|et|y|e|en|och|og|i|oraz) )\d{1,2}[:.h]\d\d(?!\d)){1,30}/gu

/** The only enumeration of times of day: `at 07:30, 10:15 and 16:45`. */
function timesListed({ lines }: Outline): Texts | undefined {
  const found = lines.flatMap(({ text, kind }, line) =>
    kind === 'cell' ? [] : [...text.matchAll(timeRow)].map(([row]) => ({ row, line })),
  )
  const [only] = found
  return only && found.length === 1
    ? { texts: only.row.match(/\d{1,2}[:.h]\d\d/gu) ?? [], line: only.line }
    : undefined
}

export interface Texts {
  readonly texts: readonly string[]
  readonly line: number
}

interface Named {
  readonly section: Section
  readonly match: number
}

/** A heading is one before a line in bold. */
const isBetter = (one: Named, other: Named | undefined): boolean =>
  other === undefined ||
  one.match > other.match ||
  (one.match === other.match && one.section.level < other.section.level && other.section.level > 6)

/** The section whose heading names a property best. */
export function sectionNamed({ sections }: Outline, profile: Profile): Section | undefined {
  let best: Named | undefined
  for (const section of sections) {
    const match = section.level === 1 ? 0 : matchLabel(profile, section.heading)
    if (match >= matchMin && isBetter({ section, match }, best)) best = { section, match }
  }
  return best?.section
}

/** The items of a list beneath a heading; without a list, its short lines. */
function sectionItems(outline: Outline, profile: Profile): Texts | undefined {
  const section = sectionNamed(outline, profile)
  if (!section) return undefined
  const inside = outline.lines.slice(section.at + 1, section.end)
  const items = inside.filter(({ kind }) => kind === 'item')
  const plain = inside.filter(({ kind }) => kind === 'text')
  const numbered = plain.filter(
    ({ text }, at) =>
      /^\d{1,2}[.)] ?\p{L}/u.test(text) ||
      (/\p{L}{2}/u.test(text) && /^\d{1,2}[.)]?$/.test(plain[at - 1]?.text ?? '')),
  )
  const [first] = plain
  // What follows an enumeration in one line is of something else.
  const isSeries = first !== undefined && /^[^.:]{2,40}(?:, [^.,:]{2,40}){2,40}$/.test(first.text)
  const series = isSeries ? [first] : plain
  const lines = items.length > 0 ? items : numbered.length > 1 ? numbered : series
  // `<b>1</b> Mix.`
  const isCounted =
    lines.length > 1 && lines.every(({ parts }, at) => parts[0]?.text === `${at + 1}`)
  const texts = lines
    .map(({ text }) => withoutMark(isCounted ? text.replace(/^\d{1,3} ?/, '') : text))
    .filter((text) => text.length <= itemLengthMax)
  if (texts.length === 0) return undefined
  const [only = ''] = texts
  const isOneLine = texts.length === 1 && items.length === 0
  return { texts: isOneLine ? split(only) : texts.slice(0, itemsMax), line: section.at + 1 }
}

const amount = /^(?:[½¼¾⅓⅔]|\d[\d.,/½¼¾⅓⅔ -]{0,6}) ?\p{L}/u
const amountsMin = 3

/** The items of lists that begin with amounts: ingredients under headings of their own. */
function amountsIn({ lines, text: { containers } }: Outline): Texts | undefined {
  const lists = new Map<number, { readonly texts: string[]; readonly line: number }>()
  for (const [line, { text, kind, container }] of lines.entries()) {
    if (kind !== 'item') continue
    const list = containers[container]?.parent ?? -1
    const own = lists.get(list) ?? { texts: [], line }
    lists.set(list, own)
    own.texts.push(withoutMark(text))
  }
  const found = [...lists.values()].filter(
    ({ texts }) => texts.filter((text) => amount.test(text)).length * 3 >= texts.length * 2,
  )
  const texts = found.flatMap((list) => list.texts)
  const [first] = found
  return first && texts.length >= amountsMin
    ? { texts: texts.slice(0, itemsMax), line: first.line }
    : undefined
}

const namedExactly = 3

/** The items of the only list whose class is the name of a property. */
function classItems({ lines, text: { containers } }: Outline, profile: Profile): Texts | undefined {
  const lists = new Map<number, { readonly texts: string[]; readonly line: number }>()
  for (const [line, { text, kind, container }] of lines.entries()) {
    if (kind !== 'item') continue
    const list = containers[container]?.parent ?? -1
    const outer = containers[list]?.parent ?? -1
    const isNamed = [list, outer].some((at) => {
      const name = containers[at]?.step.split('.')[1]
      return name !== undefined && matchLabel(profile, readLabel(name)) >= namedExactly
    })
    if (!isNamed) continue
    const own = lists.get(list) ?? { texts: [], line }
    lists.set(list, own)
    own.texts.push(withoutMark(text))
  }
  const [only, other] = lists.values()
  return other ? undefined : only
}

/** Bullets and numbers that are written out. */
export const withoutMark = (text: string): string =>
  text.replace(/^(?:[•·▪–*✓✔✅☑] ?|-(?!-) ?|\d{1,2}[.)] )/, '').trim()

const durationLengthMax = 20

function labelled({ pairs }: Outline, profile: Profile): Texts | undefined {
  let best:
    | { readonly texts: readonly string[]; readonly line: number; readonly match: number }
    | undefined
  for (const { label, value, line, kind } of pairs) {
    const match = kind === 'class' ? 0 : matchLabel(profile, label)
    if (match < matchMin || match <= (best?.match ?? 0)) continue
    // `Preparation: 45 minutes` lists no steps.
    if (minutesIn(value) !== undefined && value.length <= durationLengthMax) continue
    best = { texts: split(value), line, match }
  }
  return best
}

/** `L (XL sold out)` */
function withoutSoldOut(part: string): string {
  const note = part.lastIndexOf(' (')
  return note > 0 && readInStock(part.slice(note + 2, -1)) === false ? part.slice(0, note) : part
}

/** `Spanish, English, with interpreters` */
const aside = /^(?:with|mit|avec|con|met|com|med) /

/** The parts of an enumeration in one line. */
function split(text: string): readonly string[] {
  const plain = text.replace(/\.$/, '')
  const isCommas = /[;|·•、，]| \/ /.test(plain)
    ? /\s?[;|·•、，]\s?| \/ /
    : /, | (?:and|und|et|y|e|en|i|och|og) (?=\p{Lu})/u
  return plain
    .split(isCommas)
    .map((part) => part.replace(/^(?:and|und|et|y|e|en|i|och|og) /, '').trim())
    .map(withoutSoldOut)
    .filter((part) => part !== '' && !aside.test(part))
    .slice(0, itemsMax)
}

const namesBehind =
  /^[\s:,]{0,3}((?:\p{Lu}(?:[\p{L}'’-]{1,24}|\.) ){1,3}\p{Lu}[\p{L}'’-]{1,24}(?:(?:, | (?:and|und|et|y|e|en|i|och|og|&) )(?:\p{Lu}(?:[\p{L}'’-]{1,24}|\.) ){1,3}\p{Lu}[\p{L}'’-]{1,24}){0,6})/u
const byWord = /(?<!\p{L})(?:by|von|par|por|da|door|przez|av|af) (?=\p{Lu})/u

/** `founded in 2014 by Ada Lovelace and Grace Hopper`, `1987 von Ada Lovelace gegründet`. */
export function foundersIn({ lines }: Outline, meanings: Profile['meanings']): Texts | undefined {
  const verbs = meanings
    .flatMap(({ names }) => names)
    .filter((name) => / (?:by|von|par|por|da|door|przez|av|af)$/.test(name))
    .map((name) => name.slice(0, name.lastIndexOf(' ')))
  for (const [line, { text }] of lines.entries()) {
    const lower = text.toLowerCase()
    for (const verb of verbs) {
      const at = lower.indexOf(verb)
      if (at < 0) continue
      const names = namesBy(text, at + verb.length) ?? namesBy(text.slice(0, at), at - 80)
      if (names) return { texts: split(names), line }
    }
  }
  return undefined
}

const byLength = 60

/** The names behind a `by` near a place of a text. */
function namesBy(text: string, near: number): string | undefined {
  const from = Math.max(0, near)
  const by = byWord.exec(text.slice(from, from + byLength + 20))
  if (!by) return undefined
  const begin = from + by.index + by[0].length
  return namesBehind.exec(text.slice(begin, begin + 200))?.[1]
}
