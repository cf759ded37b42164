import { isTag, type Element } from 'domhandler'
import { shownAmount } from '#content/html/facts/amounts.ts'
import { listAncestors } from '#content/html/facts/product/class-hints.ts'
import type { PageView, ViewPiece } from '#content/html/facts/product/page-view.ts'
import { shownPrices } from '#content/html/facts/product/shown-prices.ts'
import { oneLine } from '#content/html/walk.ts'
import { caloriesIn, dietsIn } from './diets.ts'
import type { FoundItem, FoundSection } from './menu-shape.ts'

interface PricedPiece {
  readonly index: number
  readonly amount: number
  readonly sign: string | undefined
  readonly formatted: string
}

const levelsMax = 6
const childrenMax = 60
const piecesPerItemMax = 14
const nameLengthMax = 120
const descriptionLengthMax = 600
const itemsMax = 1_500

/** Sections of blocks that hold a name, one price and perhaps a description, under headings; and the share of blocks that are built alike. */
export function visibleMenu(view: PageView): {
  readonly sections: FoundSection[]
  readonly agreement: number
} {
  const { pieces } = view
  const prices = new Map(
    pieces
      .flatMap((piece, index) => pricedPiece(piece, index) ?? [])
      .map((one) => [one.index, one]),
  )
  const counts = makeCounts(pieces, prices)
  const items = new Map<Element, PricedPiece>()
  for (const price of prices.values()) {
    const element = pieces[price.index]?.element
    const block = element && findBlock(element, counts)
    if (block && !items.has(block)) items.set(block, price)
    if (items.size >= itemsMax) break
  }
  return { sections: listSections(pieces, items), agreement: measureAgreement([...items.keys()]) }
}

interface Counts {
  prices: number
  pieces: number
}

/** How many texts and prices the elements around prices hold. */
function makeCounts(
  pieces: readonly ViewPiece[],
  prices: ReadonlyMap<number, PricedPiece>,
): Map<Element, Counts> {
  const counts = new Map<Element, Counts>()
  for (const [index, { element }] of pieces.entries()) {
    for (const place of listAncestors(element, levelsMax)) {
      const count = counts.get(place) ?? { prices: 0, pieces: 0 }
      count.pieces += 1
      if (prices.has(index)) count.prices += 1
      counts.set(place, count)
    }
  }
  return counts
}

/** The largest element around a price that holds no other and has a name beside it. */
function findBlock(element: Element, counts: ReadonlyMap<Element, Counts>): Element | undefined {
  let best: Element | undefined
  for (const place of listAncestors(element, levelsMax)) {
    const { prices = 0, pieces = 0 } = counts.get(place) ?? {}
    if (prices !== 1 || pieces > piecesPerItemMax) break
    best = place
  }
  return best
}

const priceAtEnd = /(?<![\d.,])\d{1,3}[.,]\d{2}$/

function pricedPiece({ text: raw, element }: ViewPiece, index: number): PricedPiece | undefined {
  if (raw.length > nameLengthMax * 2 || !/\d/.test(raw)) return undefined
  const text = oneLine(raw)
  const [price] = shownPrices(text)
  if (price) return { index, amount: price.amount, sign: price.sign, formatted: price.formatted }
  const isNamed = listAncestors(element, 2).some(({ attribs }) =>
    /price|preis|prix|precio|prezzo/i.test(attribs['class'] ?? ''),
  )
  const [digits] = priceAtEnd.exec(text) ?? (isNamed ? (/^\d{1,3}$/.exec(text) ?? []) : [])
  const amount = digits === undefined ? undefined : shownAmount(digits)
  return amount && digits !== undefined
    ? { index, amount, sign: undefined, formatted: digits }
    : undefined
}

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5'])

function listSections(
  pieces: readonly ViewPiece[],
  items: ReadonlyMap<Element, PricedPiece>,
): FoundSection[] {
  const sections: { name: string; description: undefined; items: FoundItem[] }[] = []
  const texts = new Map<Element, { index: number; text: string }[]>()
  const order: { block?: Element; heading?: string }[] = []
  for (const [index, { text, element }] of pieces.entries()) {
    const block = listAncestors(element, levelsMax).find((place) => items.has(place))
    if (block) {
      const known = texts.get(block)
      if (known) known.push({ index, text })
      else {
        texts.set(block, [{ index, text }])
        order.push({ block })
      }
    } else if (isHeading(element)) order.push({ heading: oneLine(text).slice(0, nameLengthMax) })
  }
  let open: (typeof sections)[number] = { name: 'Menu', description: undefined, items: [] }
  for (const { block, heading } of order) {
    if (heading !== undefined) open = { name: heading, description: undefined, items: [] }
    const price = block && items.get(block)
    const item = block && price && findItem(texts.get(block) ?? [], price, block)
    if (!item) continue
    if (open.items.length === 0) sections.push(open)
    open.items.push(item)
  }
  return sections
}

const isHeading = (element: Element): boolean =>
  listAncestors(element, 3).some(
    ({ name, attribs }) =>
      headings.has(name) ||
      /(?:section|category|menu)[-_]?(?:title|name|heading|header)/i.test(attribs['class'] ?? ''),
  )

function findItem(
  texts: readonly { readonly index: number; readonly text: string }[],
  price: PricedPiece,
  block: Element,
): FoundItem | undefined {
  const parts = texts.map(({ index, text }) =>
    index === price.index ? withoutPrice(text, price) : oneLine(text),
  )
  const [name = '', ...rest] = parts.filter((part) => /\p{L}{2}/u.test(part))
  if (name === '' || name.length > nameLengthMax) return undefined
  const description = rest.join(' ').slice(0, descriptionLengthMax)
  const words = `${name} ${description}`
  const picture = findPicture(block)
  return {
    name,
    description: description === '' ? undefined : description,
    amount: price.amount,
    currency: price.sign,
    formatted: price.formatted,
    images: picture === undefined ? [] : [picture],
    diets: dietsIn(words),
    calories: caloriesIn(words),
    inStock: /sold out|ausverkauft|unavailable|agotado|épuisé/i.test(words) ? false : undefined,
    options: [],
    merchantId: undefined,
    url: undefined,
  }
}

/** The text of a line without its price and the dots that lead to it. */
function withoutPrice(text: string, { formatted }: PricedPiece): string {
  const line = oneLine(text)
  const at = line.lastIndexOf(formatted)
  const rest = at < 0 ? line : `${line.slice(0, at)} ${line.slice(at + formatted.length)}`
  return oneLine(rest.replaceAll(/[.·…_]{2,}/g, ' '))
}

function findPicture(block: Element): string | undefined {
  const stack: Element[] = [block]
  for (let visited = 0; visited < 60; visited += 1) {
    const element = stack.pop()
    if (!element) return undefined
    if (element.name === 'img') return element.attribs['src']
    stack.push(
      ...element.children
        .slice(0, childrenMax)
        .filter((child) => isTag(child))
        .toReversed(),
    )
  }
  return undefined
}

function measureAgreement(blocks: readonly Element[]): number {
  const counts = new Map<string, number>()
  for (const { name, attribs } of blocks) {
    const key = `${name} ${attribs['class'] ?? ''}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return blocks.length === 0 ? 0 : Math.max(...counts.values()) / blocks.length
}
