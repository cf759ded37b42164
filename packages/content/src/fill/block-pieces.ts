import type { Line } from '#content/html/facts/page-facts.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { coerce } from './coerce.ts'
import type { Profile } from './profile.ts'
import { quantitiesIn } from './quantities.ts'
import { withoutMark } from './read-list.ts'
import { fits, inUnit } from './value-in-text.ts'

/** A part of a line of a block. */
export interface BlockPiece {
  readonly text: string
  readonly line: Line
}

const sentenceMin = 22

/** What parts a text from the one before it. */
const leadingMark = /^(?:[,;:–—·|]\s?|- )(?=\p{L})/u

/** The parts of lines, prices cut off what they follow. */
export function splitBlock(lines: readonly Line[]): readonly BlockPiece[] {
  return lines.flatMap((line) => {
    // Code and stress within a sentence part it no more than its words do.
    const isSentence =
      /^\p{Lu}/u.test(line.text) &&
      /[.!?]$/.test(line.text) &&
      line.text.length > sentenceMin &&
      /\p{Ll}$/u.test(line.parts[0]?.text ?? '')
    const isSplit =
      line.parts.length > 1 && line.parts.length <= 4 && line.text.length <= 160 && !isSentence
    const texts = isSplit ? line.parts.map(({ text }) => text) : [line.text]
    return texts.map((text) => ({ text: text.replace(leadingMark, ''), line }))
  })
}

/** `Ada Lovelace (mathematics)`, `Bread – with butter`. */
const noted = /^(.{2,100}?) ?(?:\(([^()]{2,80})\)(?: [–—:] .{1,40})?|[–—:] .{2,80})$/u
/** `Ada Lovelace, University of London`. */
const nameAndRole = /^(\p{Lu}[\p{L}.'’-]{1,24}(?: \p{Lu}[\p{L}.'’-]{0,24}){1,3}), ([^,]{2,80})$/u
/** `Monday: 9 to 12`. */
const labelled = /^([^:]{2,60}?) ?: (.{2,80})$/u

/** The name in a line that holds a note beside it. */
export const cutNote = (text: string, isPerson: boolean): RegExpExecArray | null =>
  isPerson ? (nameAndRole.exec(text) ?? noted.exec(text)) : labelled.exec(text)

/** Without the dots or the dash that lead to a price. */
const withoutLeader = (text: string): string =>
  text
    .replaceAll(/[.·…_]{2,}/g, ' ')
    .replaceAll(/\s{2,}/g, ' ')
    .replace(/[\s:–—(-]{1,6}$/, '')
    .trim()

/** The only number of a block that stands alone: a menu may leave the currency out. */
function findBarePrice(pieces: readonly BlockPiece[]): BlockPiece | undefined {
  const alone = pieces.filter(({ text }) => /^\d{1,4}(?:[.,]\d{1,2})?$/.test(text))
  return alone.length === 1 ? alone[0] : undefined
}

const free = /^(?:free|gratis|kostenlos|gratuit|gratuito|za darmo|ingyenes|frei)(?!\p{L})/iu

/** The price of a block: not one that is struck out. */
export function moneyIn(open: { pieces: readonly BlockPiece[] }, profile: Profile): unknown {
  for (const { text, line } of open.pieces) {
    const part = line.parts.find((one) => one.text === text)
    if (part?.isOld === true) continue
    const quantity = quantitiesIn(text).find(
      (one) => one.sign !== undefined && fits(one, { profile, isNamed: false }),
    )
    const isFree = !quantity && text.length <= 40 && free.test(text)
    if (!quantity && !isFree) continue
    const rest = quantity ? `${text.slice(0, quantity.start)}${text.slice(quantity.end)}` : ''
    const name = withoutLeader(rest)
    const isOwn = text.length <= 40 || name === ''
    // A name before its price in one line stays; `/ month` behind a price does not.
    const kept = quantity && quantity.start > 2 ? name : isOwn ? '' : name
    open.pieces = open.pieces.flatMap((piece) =>
      piece.text === text && piece.line === line
        ? kept === ''
          ? []
          : [{ text: kept, line }]
        : [piece],
    )
    return coerce(String(quantity ? inUnit(quantity, profile) : 0), profile.schema, true)
  }
  const bare = findBarePrice(open.pieces)
  open.pieces = open.pieces.filter((piece) => piece !== bare)
  return bare && coerce(bare.text.replace(',', '.'), profile.schema, true)
}

/** The only year of some lines. */
export function onlyYear(lines: readonly Line[], { schema }: Profile): unknown {
  const years = new Set(
    lines.flatMap(({ text }) => text.match(/(?<![\d./-])(?:1[5-9]|20)\d\d(?![\d/-])/g) ?? []),
  )
  const [only] = years
  return years.size === 1 && only !== undefined ? coerce(only, schema, true) : undefined
}

/** Whether a text says that something must be given, or may be. */
export const isDuty = (text: string): boolean => /^(?:required|mandatory|optional)$/i.test(text)

/** Whether a text is what documents of programs call the type of a value. */
export const isDataType = (text: string): boolean =>
  /^(?:string|str|integer|int|number|float|boolean|bool|object|array|enum|uuid|timestamp|datetime|date|file|binary|null|any)(?:\[\]|<[\w, ]{1,40}>)?(?: \| \w{1,20}){0,4}$/i.test(
    text,
  )

/** The only quantity of a block that has the dimension that is asked for. */
export function onlyMeasure(lines: readonly Line[], profile: Profile): unknown {
  const found = lines
    .flatMap(({ text }) => quantitiesIn(text))
    .filter(({ unit }) => unit?.dimension === profile.unit?.dimension)
  const [only] = found
  return only && found.length === 1
    ? coerce(String(inUnit(only, profile)), profile.schema, true)
    : undefined
}

/** The items of a list in some lines, without those that are crossed out. */
export function listItems(lines: readonly Line[], items: JsonSchema): unknown {
  const texts = lines
    .filter(({ kind, text }) => kind === 'item' && !crossed.test(text))
    .map(({ text }) => withoutMark(text))
  const values = texts.map((text) => coerce(text, items)).filter((value) => value !== undefined)
  return values.length > 0 ? values : undefined
}

/** What a plan does not have. */
const crossed = /^[✗✘❌✕✖]/
