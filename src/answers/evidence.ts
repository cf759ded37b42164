import { shownAmount } from '#content/html/facts/amounts.ts'
import type { Material } from '#content/content.ts'
import { createYields } from '#kernel/event-loop.ts'
import type { Spend } from '#base/step-count.ts'
import { splitText } from '#base/text-pieces.ts'
import { bareAddress } from '#content/fill/rewritten.ts'
import { wordsAlone } from './words-alone.ts'

/** Whether the page holds a value; `free` values need not be in it. */
export type Evidence = 'found' | 'absent' | 'free'

/** A price must stand beside a currency or the word price, or in a table column that is headed so. */
export type FindEvidence = (value: unknown, isPrice?: boolean) => Promise<Evidence>

export interface FindLimits {
  readonly signal?: AbortSignal | undefined
  /** Counts what is searched; a step is 500 characters. */
  readonly spend?: Spend | undefined
}

const stepLength = 500

type Stated = Pick<Material, 'markdown' | 'facts' | 'text'>
type Pause = () => Promise<void>

/** What a page says, as values are looked up in it. */
interface Index {
  /** Words and digits alone, one space between and around them. */
  readonly words: string
  /** The same without spaces. */
  readonly run: string
  readonly address: string
  readonly numbers: ReadonlySet<number>
  readonly prices: ReadonlySet<number>
  readonly host: string | undefined
}

/**
 * Indexes what a page says once; each value is then looked up. Both take seconds for a long page or many values, so that the event
 * loop runs in between. Fails with the reason of the signal.
 */
export async function createFindEvidence(
  material: Stated,
  { signal, spend }: FindLimits = {},
): Promise<FindEvidence> {
  const yields = createYields()
  const pause = async () => {
    signal?.throwIfAborted()
    await yields.next()
  }
  const index = await indexOf(material, pause)
  const stepsOfSearch = 1 + index.words.length / stepLength
  return createFind(index, () => {
    spend?.(stepsOfSearch)
    return pause()
  })
}

async function indexOf(material: Stated, pause: Pause): Promise<Index> {
  const stated = material.facts.facts.map(({ name, value }) => `${name}: ${value}`).join('\n')
  const [words, addresses]: [string[], string[]] = [[], []]
  const numbers = new Set<number>()
  const prices = new Set<number>()
  for (const piece of splitText(`${material.markdown}\n${material.text}\n${stated}`)) {
    const own = wordsAlone(piece)
    if (own !== '') words.push(own)
    addresses.push(fold(piece))
    const found = numbersIn(piece)
    for (const number of found.numbers) numbers.add(number)
    for (const price of found.prices) prices.add(price)
    await pause()
  }
  for await (const price of pricesInTables(material.markdown, pause)) prices.add(price)
  return {
    words: ` ${words.join(' ')} `,
    run: words.map((part) => part.replaceAll(' ', '')).join(''),
    address: addresses.join(''),
    numbers,
    prices,
    host: findHost(material),
  }
}

function createFind(index: Index, pause: Pause): FindEvidence {
  const { words, run, address, numbers, prices, host } = index

  return async function findEvidence(value, isPrice = false) {
    await pause()
    if (typeof value === 'number') return toEvidence(isPrice ? prices.has(value) : hasNumber(value))
    if (typeof value !== 'string') return 'free'
    const text = wordsAlone(value)
    if (text === '') return 'free'
    if (words.includes(` ${text} `)) return 'found'
    if (/^https?:\/\//i.test(value)) return toEvidence(hasAddress(value))
    const date = /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10).split('-') : undefined
    if (date) return toEvidence(hasDate(date))
    if (!/\p{L}/u.test(value)) return toEvidence(hasShownNumber(value, text))
    return toEvidence(await hasWords(text))
  }

  function hasNumber(value: number): boolean {
    const size = Math.abs(value)
    return numbers.has(size) || (size < 1 && numbers.has(Math.round(size * 10_000) / 100))
  }

  function hasShownNumber(value: string, text: string): boolean {
    const amount = shownAmount(value)
    if (amount !== undefined && numbers.has(amount)) return true
    return text.length > digitsMin && run.includes(text.replaceAll(' ', ''))
  }

  /** Links of the page itself may be written without their host. */
  function hasAddress(value: string): boolean {
    const folded = fold(value)
    if (address.includes(folded) || address.includes(bareAddress(folded))) return true
    const url = URL.parse(value)
    const path = url && fold(`${url.pathname}${url.search}`)
    return path !== null && path.length > pathMin && url?.host === host && address.includes(path)
  }

  function hasOne(forms: readonly string[]): boolean {
    return forms.some((form) => words.includes(` ${form} `))
  }

  function hasDate([year = '', month = '', day = '']: readonly string[]): boolean {
    const [m, d] = [Number(month), Number(day)]
    const name = monthNames[m - 1] ?? ''
    const days = [String(d), day, `${d}th`, `${d}st`, `${d}nd`, `${d}rd`]
    return hasOne([year]) && hasOne([name, name.slice(0, 3), String(m), month]) && hasOne(days)
  }

  /** Long texts by runs of three words, most of which have to be there; short ones whole, spaces aside. */
  async function hasWords(text: string): Promise<boolean> {
    const each = text.split(' ')
    if (each.length < longMin)
      return text.length >= shortMin && run.includes(text.replaceAll(' ', ''))
    const runs = each.slice(2).map((word, at) => ` ${each[at]} ${each[at + 1]} ${word} `)
    const step = Math.ceil(runs.length / runsMax)
    let [found, tried] = [0, 0]
    for (let at = 0; at < runs.length; at += step) {
      if (words.includes(runs[at] ?? '')) found += 1
      tried += 1
      await pause()
    }
    return found / tried >= sharedMin
  }
}

const digitsMin = 5
const pathMin = 3
const longMin = 4
const shortMin = 6
const sharedMin = 0.6
/** Of a longer text, runs at regular distances are looked for. */
const runsMax = 100

const toEvidence = (isFound: boolean): Evidence => (isFound ? 'found' : 'absent')

const monthNames =
  'january february march april may june july august september october november december'.split(' ')

function findHost({ facts }: Pick<Material, 'facts'>): string | undefined {
  const url = facts.facts.find(({ name, source }) => name === 'url' && source === 'metadata')?.value
  return url === undefined ? undefined : URL.parse(url)?.host
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐-―−]/g, '-')

/** Numbers of their own: not those in addresses and ids. */
const number =
  /(?<![\d/_=#&%])(?<![a-z]-)(?:\d{1,3}(?:[ '’\u00a0\u202f]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d{1,18}(?:[.,]\d{1,18}){0,6})/g

const currencyNear =
  /[$€£¥₹₽₩₺₴฿₱₫₪]|\b(?:usd|eur|gbp|cad|aud|chf|sek|nok|dkk|pln|czk|huf|inr|pkr|cny|jpy|brl|rs|kr|zł|kč|ft|lei|kn|tl|rm)\b|원|円|元|руб|zł|price|preis|prix|precio|prezzo|cena|amount|cost/i
const beforeMax = 40
const behindMax = 8

/** Every number of a text in all readings of its notation, and those that stand beside a currency or the word price. */
function numbersIn(text: string): { numbers: Set<number>; prices: Set<number> } {
  const numbers = new Set<number>()
  const prices = new Set<number>()
  for (const { 0: found, index } of text.matchAll(number)) {
    // Neighbours may look like groups of thousands.
    const parts = /\s/.test(found) ? found.split(/\s/).map(shownAmount) : []
    const readings = [shownAmount(found), Number(found.replaceAll(',', '')), ...parts]
    const end = index + found.length
    const around =
      text.slice(Math.max(0, index - beforeMax), index) + text.slice(end, end + behindMax)
    const isPrice = currencyNear.test(around)
    for (const reading of readings) {
      if (reading === undefined || !Number.isFinite(reading)) continue
      numbers.add(reading)
      if (isPrice) prices.add(reading)
    }
  }
  return { numbers, prices }
}

/** Numbers of Markdown tables in columns whose header names a price or a currency. */
async function* pricesInTables(markdown: string, pause: Pause): AsyncGenerator<number> {
  let priceColumns: readonly number[] = []
  let previous = ''
  for (const line of markdown.split('\n')) {
    await pause()
    if (!line.startsWith('|')) priceColumns = []
    else if (delimiterRow.test(line)) {
      priceColumns = splitCells(previous).flatMap((cell, at) =>
        currencyNear.test(cell) ? [at] : [],
      )
    } else if (priceColumns.length > 0) {
      const cells = splitCells(line)
      const shown = priceColumns.map((at) => cells[at] ?? '').join(' | ')
      yield* numbersIn(shown).numbers
    }
    previous = line
  }
}

const delimiterRow = /^\|(?:\s?:?-+:?\s?\|)+\s*$/

/** Cells of a table row; escaped pipes are part of a cell. */
const splitCells = (line: string): string[] => line.split(/(?<!\\)\|/)
