import { isTag, isText, type Element } from 'domhandler'
import { wordOverlap } from '#content/html/facts/word-overlap.ts'
import { shownAmount } from '#content/html/facts/amounts.ts'
import { oneLine, readText } from '#content/html/walk.ts'
import { buyButtons } from './buy-button.ts'
import { listAncestors, createClassHints, type ClassHints } from './class-hints.ts'
import type { PageView } from './page-view.ts'
import { shownPrices, type ShownPrice } from './shown-prices.ts'

/** A price that the page shows and how likely it is the price of its product. */
export interface ScoredPrice extends ShownPrice {
  readonly score: number
  readonly at: number
}

export interface VisiblePrices {
  /** One of each amount, most likely first. */
  readonly ranked: readonly ScoredPrice[]
  readonly amounts: ReadonlySet<number>
  /** Where the product's heading is, in characters. */
  readonly headingAt: number | undefined
  readonly buyAt: readonly number[]
}

interface Candidate {
  readonly element: Element
  readonly at: number
  readonly text: string
  readonly prices: readonly ShownPrice[]
}

const levels = 4
const childrenMax = 200
const textLengthMax = 120
const candidatesMax = 4_000

/** Finds the prices that a page shows and scores them by names, neighbours and place. */
export function visiblePrices(view: PageView, title: string): VisiblePrices {
  const readSigns = createClassHints()
  const headingAt = findHeading(view, title)
  const buyAt = buyButtons(view).map(({ at }) => at)
  const best = new Map<number, ScoredPrice>()
  for (const candidate of candidatesIn(view, readSigns)) {
    const own = scoreOfPlace(candidate, { readSigns, headingAt, buyAt })
    for (const price of candidate.prices) {
      const score = own + scoreOfText(candidate.text, price)
      const known = best.get(price.amount)
      const isBetter =
        !known || score > known.score || (score === known.score && candidate.at < known.at)
      if (!isBetter) continue
      const sign = price.sign ?? known?.sign
      best.set(price.amount, { ...price, sign, score, at: candidate.at })
    }
  }
  const ranked = [...best.values()].toSorted((a, b) => b.score - a.score || a.at - b.at)
  return { ranked, amounts: new Set(best.keys()), headingAt, buyAt }
}

function findHeading({ headings }: PageView, title: string): number | undefined {
  let best: { at: number; share: number } | undefined
  for (const { element, at } of headings) {
    const share = wordOverlap(readText(element, { lengthMax: 300 }), title)
    if (!best || share > best.share) best = { at, share }
  }
  return best?.at
}

/** Elements around texts with digits whose whole text is short and holds a price. */
function candidatesIn(
  { pieces }: PageView,
  readSigns: (element: Element) => ClassHints,
): Candidate[] {
  const seen = new Set<Element>()
  const candidates: Candidate[] = []
  for (const { text, element, at } of pieces) {
    if (text.length > textLengthMax || !/\d/.test(text)) continue
    for (const place of listAncestors(element, levels)) {
      if (seen.has(place)) continue
      seen.add(place)
      const whole = priceText(place)
      if (whole === undefined) break
      const prices = readPrices(whole, readSigns(place))
      if (prices.length > 0) candidates.push({ element: place, at, text: whole, prices })
      if (candidates.length >= candidatesMax) return candidates
    }
  }
  return candidates
}

function readPrices(text: string, signs: ClassHints): readonly ShownPrice[] {
  const prices = shownPrices(text)
  if (prices.length > 0 || !(signs.price || signs.declared) || !/^\d[\d.,' ]*$/.test(text))
    return prices
  const amount = shownAmount(text)
  return amount ? [{ amount, sign: undefined, formatted: text, start: 0, end: text.length }] : []
}

/** The text of an element; undefined when it is too long. Cents that are set apart (`12<sup>99</sup>`) get their point. */
function priceText(element: Element): string | undefined {
  const parts: string[] = []
  if (element.children.length > childrenMax) return undefined
  const stack = element.children.toReversed()
  let length = 0
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) {
      const text = oneLine(node.data)
      const isCents =
        /^\d{2}$/.test(text) &&
        node.parent !== null &&
        isTag(node.parent) &&
        isCentsElement(node.parent)
      if (isCents && /\d$/.test(parts.join('').trimEnd())) parts.push('.')
      parts.push(isCents ? text : node.data.replaceAll(/\s+/g, ' '))
      length += text.length
      if (length > textLengthMax) return undefined
    } else if (isTag(node) && node.name !== 'script' && node.name !== 'style')
      for (let at = node.children.length - 1; at >= 0; at -= 1) {
        const child = node.children[at]
        if (child) stack.push(child)
      }
  }
  return oneLine(parts.join(''))
}

const isCentsElement = ({ name, attribs }: Element): boolean =>
  name === 'sup' || /cent|fraction|decimal|minor|sup\b/i.test(attribs['class'] ?? '')

const has = (list: readonly ClassHints[], name: keyof ClassHints) =>
  list.some((signs) => signs[name])

interface Surroundings {
  readonly readSigns: (element: Element) => ClassHints
  readonly headingAt: number | undefined
  readonly buyAt: readonly number[]
}

function scoreOfPlace(
  { element, at, text }: Candidate,
  { readSigns, headingAt, buyAt }: Surroundings,
): number {
  const chain = listAncestors(element, 5).map(readSigns)
  const near = chain.slice(0, 3)
  let score = 0
  if (chain[0]?.price) score += 3
  else if (has(chain, 'price')) score += 2
  if (has(chain, 'declared')) score += 4
  if (has(chain.slice(0, 4), 'struck')) score -= 8
  if (has(near, 'old')) score -= 4
  if (has(chain, 'now')) score += 1
  if (has(near, 'side')) score -= 2
  if (chain[0]?.aside) score -= 4
  if (/save|off|discount|rabatt/i.test(text)) score -= 1
  if (text.length > 60) score -= 2
  return score + scoreOfDistance(at, headingAt) + scoreOfBuying(at, buyAt)
}

function scoreOfDistance(at: number, headingAt: number | undefined): number {
  if (headingAt === undefined) return 0
  const distance = at - headingAt
  if (distance < 0) return distance > -300 ? 0 : -3
  if (distance < 300) return 4
  if (distance < 1_000) return 3
  return distance < 2_500 ? 1 : -1
}

function scoreOfBuying(at: number, buyAt: readonly number[]): number {
  const distance = Math.min(...buyAt.map((place) => Math.abs(place - at)), Infinity)
  if (distance < 250) return 2
  return distance < 800 ? 1 : 0
}

const oldBefore =
  /(?:\bwas|\blist|\breg(?:ular|\.)?|rrp|msrp|uvp|original|statt|retail|before|consigliato|conseillé|save|compare(?: at)?|orig\.?)\b[^.]{0,14}$/i
const sideBefore =
  /(?:ship|deliver|versand|livraison|spedizione|over|orders|minimum|spend|free)\b[^.]{0,20}$/i
const unitAfter =
  /^ ?(?:\/|per\b|pro\b|je\b|al\b|a month|\/?mo\b|off\b|x\b|shipping|delivery|versand)/i

function scoreOfText(text: string, { start, end, formatted, sign }: ShownPrice): number {
  const before = text.slice(Math.max(0, start - 60), start)
  const after = text.slice(end, end + 20)
  let score = 0
  if (oldBefore.test(before)) score -= 5
  if (sideBefore.test(before)) score -= 4
  if (unitAfter.test(after)) score -= 3
  if (/[([] ?$/.test(before)) score -= 2
  if (text.length - formatted.length < 4) score += 1
  if (sign === undefined) score -= 1
  return score
}
