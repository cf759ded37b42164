import type { ValuePlace } from '#content/fill/find-places.ts'
import { readNumbers } from '#content/fill/number-kinds.ts'
import { quantitiesIn } from '#content/fill/quantities.ts'

/** A value and where it stands. */
export interface Spot {
  readonly value: unknown
  readonly place: ValuePlace
}

interface Sought {
  readonly value: unknown
  readonly places: readonly ValuePlace[]
}

/** Lines from one field to the next but one. */
const betweenMax = 8
/** A text may stand in the line before or behind, too. */
const nearMax = 1

/** The place of a value that stands between those before and behind it, or in the line of one of them. */
export function findBeside(
  { value, places }: Sought,
  before: Spot | undefined,
  behind: Spot | undefined,
): ValuePlace | undefined {
  return places.find((place) => {
    if (!isPiece(place.text, value, [before, behind])) return false
    const at = readPosition({ value, place })
    const [from, to] = [before && readPosition(before), behind && readPosition(behind)]
    const isBetween =
      from && to && to.line - from.line <= betweenMax && !isAfter(from, at) && !isAfter(at, to)
    if (isBetween) return true
    const distance = typeof value === 'number' ? 0 : nearMax
    return [from, to].some((one) => one && Math.abs(one.line - at.line) <= distance)
  })
}

interface Position {
  readonly line: number
  readonly offset: number
}

function readPosition({ value, place }: Spot): Position {
  const { line, text } = place
  const offset =
    typeof value === 'number'
      ? (quantitiesIn(text).find((one) => one.value === value)?.start ?? 0)
      : text.toLowerCase().indexOf(String(value).toLowerCase())
  return { line, offset: Math.max(0, offset) }
}

const isAfter = (one: Position, other: Position): boolean =>
  one.line > other.line || (one.line === other.line && one.offset > other.offset)

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
