import { shownAmount } from '#content/html/facts/amounts.ts'
import type { Material } from '#content/content.ts'

/** Whether the page holds a value; `free` values need not be in it. */
export type Evidence = 'found' | 'absent' | 'free'

export type FindEvidence = (value: unknown) => Evidence

/** Indexes what a page says once; each value is then looked up. */
export function createFindEvidence(
  material: Pick<Material, 'markdown' | 'facts' | 'text'>,
): FindEvidence {
  const stated = material.facts.facts.map(({ value }) => value).join('\n')
  const raw = `${material.markdown}\n${material.text}\n${stated}`
  const words = ` ${squash(raw)} `
  const run = words.replaceAll(' ', '')
  const numbers = numbersIn(raw)
  const address = fold(raw)
  const host = hostOf(material)

  return function findEvidence(value) {
    if (typeof value === 'number') return toEvidence(hasNumber(value))
    if (typeof value !== 'string') return 'free'
    const text = squash(value)
    if (text === '') return 'free'
    if (words.includes(` ${text} `)) return 'found'
    if (/^https?:\/\//i.test(value)) return toEvidence(hasAddress(value))
    const date = /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10).split('-') : undefined
    if (date) return toEvidence(hasDate(date))
    if (!/\p{L}/u.test(value)) return toEvidence(hasShownNumber(value, text))
    return toEvidence(hasWords(text))
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
    if (address.includes(folded)) return true
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
  function hasWords(text: string): boolean {
    const each = text.split(' ')
    if (each.length < longMin)
      return text.length >= shortMin && run.includes(text.replaceAll(' ', ''))
    const runs = each.slice(2).map((word, at) => ` ${each[at]} ${each[at + 1]} ${word} `)
    const found = runs.filter((three) => words.includes(three)).length
    return found / runs.length >= sharedMin
  }
}

const digitsMin = 5
const pathMin = 3
const longMin = 4
const shortMin = 6
const sharedMin = 0.6

const toEvidence = (isFound: boolean): Evidence => (isFound ? 'found' : 'absent')

const monthNames =
  'january february march april may june july august september october november december'.split(' ')

function hostOf({ facts }: Pick<Material, 'facts'>): string | undefined {
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

/** Words and digits alone, one space between them. */
const squash = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Every number of a text in all readings of its notation. */
function numbersIn(text: string): Set<number> {
  const numbers = new Set<number>()
  const add = (number: number | undefined) => {
    if (number !== undefined && Number.isFinite(number)) numbers.add(number)
  }
  for (const [found] of text.matchAll(/\d(?:[\d.,'’\s]{0,40}\d)?/g)) {
    add(shownAmount(found))
    for (const part of found.split(/\s+/)) {
      add(shownAmount(part))
      add(Number(part.replaceAll(',', '')))
    }
  }
  return numbers
}
