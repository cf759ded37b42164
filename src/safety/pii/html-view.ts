import { addressesView, type AddressRange } from './addresses-view.ts'
import type { SourceViews } from './source.ts'
import { createViewBuilder, type ViewBuilder } from './view.ts'

/** Elements that do not end a line. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Attributes whose values are prose; all others are read as addresses. */
const prose = new Set(
  'alt title aria-label aria-description aria-placeholder placeholder value content label summary'.split(
    ' ',
  ),
)
/** Elements whose content has no entities and no elements. */
const rawText = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext'])

const tagName = /<\/?([a-z][^\s/>]{0,63})/iy
const rawTextEnd = /<\/(script|style|xmp|iframe|noembed|noframes|plaintext)/gi
const attribute = /([^\s"'<>/=]{1,256})(?:\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y

/** HTML as its text, blocks on lines of their own; values of attributes are prose or addresses. */
export function htmlViews(source: string): SourceViews {
  const view = createViewBuilder(source)
  const addresses: AddressRange[] = []
  const texts: AddressRange[] = []
  let at = 0
  while (at < source.length) {
    const tag = source.indexOf('<', at)
    const textEnd = tag === -1 ? source.length : tag
    addText(view, source, { start: at, end: textEnd })
    if (tag === -1) break
    if (source.startsWith('<!--', tag)) {
      at = findEnd(source, '-->', tag + 4)
      view.put('\n', tag, tag)
      addText(view, source, { start: tag + 4, end: at })
      view.put('\n', at, at)
      continue
    }
    tagName.lastIndex = tag
    const name = tagName.exec(source)?.[1]?.toLowerCase()
    if (name === undefined) {
      view.copy(tag, tag + 1)
      at = tag + 1
      continue
    }
    if (!inline.has(name)) view.put('\n', tag, tag)
    const found = readAttributes(source, tagName.lastIndex)
    for (const address of found.addresses) addresses.push(address)
    for (const text of found.prose) texts.push(text)
    at = found.end
    if (rawText.has(name) && source.charAt(tag + 1) !== '/') {
      const end = findRawTextEnd(source, name, at)
      view.copy(at, end)
      at = end
    }
  }
  for (const range of texts) {
    view.put('\n', range.start, range.start)
    addText(view, source, range)
  }
  return { text: view.finish(), addresses: addressesView(source, addresses) }
}

function findEnd(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from)
  return found === -1 ? source.length : found
}

interface Attributes {
  readonly addresses: readonly AddressRange[]
  readonly prose: readonly AddressRange[]
  /** Behind the tag. */
  readonly end: number
}

/** The attributes of a tag whose name ends at `from`. */
function readAttributes(source: string, from: number): Attributes {
  const [addresses, texts]: [AddressRange[], AddressRange[]] = [[], []]
  let at = from
  for (; at < source.length; at += 1) {
    const character = source.charAt(at)
    if (character === '>') return { addresses, prose: texts, end: at + 1 }
    if (/[\s/"'=<]/.test(character)) continue
    attribute.lastIndex = at
    const found = attribute.exec(source)
    if (!found) continue
    const [, name = '', double, single, bare] = found
    const value = double ?? single ?? bare ?? ''
    const end = attribute.lastIndex - (bare === undefined ? 1 : 0)
    const list = prose.has(name.toLowerCase()) ? texts : addresses
    if (value !== '') list.push({ start: end - value.length, end })
    at = attribute.lastIndex - 1
  }
  return { addresses, prose: texts, end: at }
}

function findRawTextEnd(source: string, name: string, from: number): number {
  rawTextEnd.lastIndex = from
  for (let found = rawTextEnd.exec(source); found; found = rawTextEnd.exec(source)) {
    if (found[1]?.toLowerCase() === name) return found.index
  }
  return source.length
}

const entity =
  /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|commat|period|lowbar|hyphen));?/gi
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  lowbar: '_',
  hyphen: '-',
}

function addText(view: ViewBuilder, source: string, { start, end }: AddressRange): void {
  let at = start
  for (const found of source.slice(start, end).matchAll(entity)) {
    const from = start + found.index
    view.copy(at, from)
    at = from + found[0].length
    view.put(decoded(found), from, at)
  }
  view.copy(at, end)
}

function decoded([, decimal, hexadecimal, name]: RegExpExecArray): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? ' '
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '20', 16) : Number(decimal)
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
}
