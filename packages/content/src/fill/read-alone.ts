import { readInStock } from '#content/html/facts/stock-words.ts'
import { coerce } from './coerce.ts'
import type { Outline } from './outline.ts'
import { splitSegments } from './pairs.ts'
import { toPlain } from './plain-words.ts'
import { isSameWord, type Profile } from './profile.ts'
import type { ReadValue } from './read-value.ts'

/** Meanings whose values say themselves what they are of. */
const saidAlone = new Set([
  'availability',
  'employment type',
  'condition',
  'difficulty',
  'property type',
  'fuel',
  'transmission',
])

/** `In stock`, `Vollzeit`: a member of an enumeration, or whether a thing can be bought, alone in its line or part of one. */
export function readAlone({ lines }: Outline, profile: Profile): ReadValue | undefined {
  const { schema, type, meanings } = profile
  const isStock = type === 'boolean' && meanings.some(({ name }) => name === 'availability')
  const members = schema['enum']
  const isMember = members !== undefined && meanings.some(({ name }) => saidAlone.has(name))
  if (!isStock && !isMember) return undefined
  const found = new Map<unknown, number>()
  for (const [line, { text, level }] of lines.entries()) {
    if (level === 1) continue
    for (const segment of splitSegments(text).flatMap((one) => one.split(', '))) {
      // `L (XL sold out)` speaks of a size.
      const isOwn = segment.length <= aloneLengthMax && !(isStock && /.\(/.test(segment))
      const read = () => (isStock ? readInStock(segment) : coerce(segment, schema))
      const value = isOwn ? read() : undefined
      if (value !== undefined && !found.has(value)) found.set(value, line)
    }
  }
  const [first] = found
  return first && (isStock || found.size === 1) ? { value: first[0], line: first[1] } : undefined
}

const aloneLengthMax = 30

const [itemWordsMax, nameMin] = [7, 4]
const nounsOfKind = new Set('material type kind model name'.split(' '))

/** A word before a value in small letters or with a digit. */
const labelWord =
  /^\p{Lu}\p{Ll}+ (?!(?:by|von|par|di|da|door|av|af|and|und|et|y|e|i|och|og|with|mit|avec|con|med) )[\p{Ll}\d][\p{L}\d-]*$/u

/** The only short line of a list that a word of its own names, where no label does: `Hydraulic disc brakes` of `brakes`. */
export function readItem(
  { lines }: Outline,
  { type, form, meanings, plain, schema }: Profile,
): ReadValue | undefined {
  const isDepartment = meanings[0]?.name === 'department'
  if (type !== 'string' || form !== 'text' || (meanings.length > 0 && !isDepartment))
    return undefined
  const [word = '', more] = (isDepartment ? [plain.name] : plain.words).filter(
    (one) => !nounsOfKind.has(one),
  )
  if (word.length < nameMin || more !== undefined || schema['enum'] !== undefined) return undefined
  const found = new Map<string, number>()
  for (const [line, { text, kind }] of lines.entries()) {
    const words = toPlain(text.toLowerCase())
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
    const isShort =
      words.length > 1 &&
      words.length <= itemWordsMax &&
      !/[.,:!?;|·•–—]|^\P{Lu}|\d{3} ?\d{3}/u.test(text)
    const at = words.findIndex((one) => isSameWord(one, word))
    if (!isShort || at < 0) continue
    // In running text a line that begins or ends with the word is one of its kind.
    const isOwn = kind === 'item' || (kind === 'text' && (at === 0 || at === words.length - 1))
    // `View harbour`
    const rest =
      at === 0 && kind === 'text' && labelWord.test(text) ? text.replace(/^\S+ /, '') : text
    if (isOwn) found.set(rest, line)
  }
  const [first] = found
  const value = first && found.size === 1 ? coerce(first[0], schema) : undefined
  return first && value !== undefined ? { value, line: first[1] } : undefined
}
