import { coerce } from './coerce.ts'
import { employment } from './enum-words.ts'
import { beneathTitle, type Outline } from './outline.ts'
import { splitSegments } from './pairs.ts'
import {
  hasMeaning,
  isLabelName,
  matchLabel,
  readLabel,
  readProfile,
  type Profile,
} from './profile.ts'
import type { ReadValue } from './read-value.ts'

const lengthMax = 90
const name = /^\p{Lu}[\p{L}.'’-]{1,24}(?: [\p{L}.'’-]{1,24}){0,4}$/u
const outer =
  /(?:^| )(?:county|state|province|region|country|land|bundesland|provincia|provincie|comarca)$/
const location = readProfile('location', { type: 'string' })
const labelMin = 2.5

/** What a part of `Town Hall, Geneva` or `Geneva, Switzerland` is. */
type Part = 'venue' | 'city' | 'outer'

function readPart(profile: Profile): Part | undefined {
  if (profile.type !== 'string') return undefined
  if (hasMeaning(profile, 'city')) return 'city'
  if (hasMeaning(profile, 'venue')) return 'venue'
  return outer.test(profile.folded) ? 'outer' : undefined
}

/**
 * Reads a place and what it lies in from the only line beneath the title, or value of a label for where, that is two or three names. Which
 * is which the other properties tell: where a venue is asked for, the first, where a region is, the last.
 */
export function createReadPlaces(outline: Outline, asked: readonly Profile[]) {
  const parts = new Set(asked.map(readPart))
  const order = (['venue', 'city', 'outer'] as const).filter(
    (part) => part === 'city' || parts.has(part),
  )
  let known: ReturnType<typeof findNames>
  let isRead = false
  return function readPlace(profile: Profile): ReadValue | undefined {
    const part = readPart(profile)
    if (part === undefined || order.length < 2) return undefined
    if (!isRead) known = findNames(outline, order.length)
    isRead = true
    const own = known?.names[order.indexOf(part)]
    const value = own === undefined ? undefined : coerce(own, profile.schema)
    return known && value !== undefined ? { value, line: known.line } : undefined
  }
}

interface Names {
  readonly names: readonly string[]
  readonly line: number
}

function findNames(outline: Outline, count: number): Names | undefined {
  const labelled = outline.pairs
    .filter(({ label, kind }) => kind === 'shown' && matchLabel(location, label) >= labelMin)
    .map(({ value, line }) => [line, value] as const)
  for (const texts of [labelled, beneathTitle(outline)]) {
    const found = new Map<string, Names>()
    for (const [line, text] of texts) {
      for (const segment of text.length > lengthMax ? [] : splitSegments(text)) {
        const names = segment.split(', ')
        if (names.length === count && names.every(isName)) found.set(segment, { names, line })
      }
    }
    const [only] = found.values()
    if (only && found.size === 1) return only
  }
  return undefined
}

const isName = (text: string): boolean =>
  name.test(text) && !employment.test(text) && !isLabelName(readLabel(text))
