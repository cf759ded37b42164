import type { ValuePlace } from '#content/fill/find-places.ts'
import { readNumbers } from '#content/fill/number-kinds.ts'

/** A value and where it stands. */
export interface Spot {
  readonly value: unknown
  readonly place: ValuePlace
}

interface Sought {
  readonly value: unknown
  readonly places: readonly ValuePlace[]
}

/** A text may stand in the line before or behind, too. */
const nearMax = 1

/** The place of a value that stands in the line of another one, or a text right before or behind it. */
export function findBeside(
  { value, places }: Sought,
  spots: readonly Spot[],
): ValuePlace | undefined {
  const distance = typeof value === 'number' ? 0 : nearMax
  return places.find((place) => {
    const isNear = ({ place: { line } }: Spot) => Math.abs(line - place.line) <= distance
    return spots.some(isNear) && isPiece(place.text, value, spots)
  })
}

/** Whether a text is a line or a piece of one that signs, brackets or small words part from the rest. */
function isPiece(text: string, value: unknown, others: readonly (Spot | undefined)[]): boolean {
  if (typeof value !== 'string') return true
  const at = text.toLowerCase().indexOf(value.toLowerCase())
  if (at < 0) return true
  const [before, behind] = [text.slice(0, at), text.slice(at + value.length)]
  const isProper = /^[\p{Lu}\d]/u.test(value)
  // `Historian Ada Lovelace`: the other field begins where this one ends.
  const isName = value.split(' ').every((word) => /^[\p{Lu}\d]/u.test(word))
  const isJoined =
    isName &&
    others.some((one) => {
      const other = typeof one?.value === 'string' ? one.value : ''
      return (
        other !== '' && (before.trimEnd().endsWith(other) || behind.trimStart().startsWith(other))
      )
    })
  if (isJoined) return true
  const isBegun = before.trim() === '' || /[^\p{L}\d\s] ?$/u.test(before)
  const isEnded = pieceEnd.test(behind)
  const end = at + value.length
  const { spans } = readNumbers(text)
  if (spans.some((span) => [at, end].some((edge) => edge > span.start && edge < span.end)))
    return false
  // A sentence is no name.
  if (
    /^\p{Lu}\S* (?:\p{Ll}[\p{L}'’]* ){1,20}\p{Ll}[\p{L}'’]*$/u.test(value) &&
    behind.startsWith('.')
  )
    return false
  if (/^\s?[:：]|^\. ?[\p{Ll}\d]/u.test(behind)) return false
  if (isBegun && isEnded) return true
  return isProper && !isNameBefore(before) && !/^ \p{Lu}/u.test(behind)
}

const pieceEnd = /^\s*$|^ ?[,;)\]!?"”»|·•–—/]|^ ?\.(?: \p{Lu}|\s*$)/u

/** Whether a text ends with a word in capitals that begins no sentence. */
function isNameBefore(text: string): boolean {
  const words = text.trimEnd().split(' ')
  const last = words.at(-1) ?? ''
  return (
    text.endsWith(' ') &&
    words.length > 1 &&
    /^\p{Lu}/u.test(last) &&
    !/[.:!?]$/.test(words.at(-2) ?? '')
  )
}
