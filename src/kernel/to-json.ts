import { createYields } from './event-loop.ts'
import { joinBytes } from './join-bytes.ts'
import { sliceText } from '#base/text-pieces.ts'

const pieceLengthMax = 131_072
/** What JSON takes for a value beside its characters, roughly. */
const valueLength = 8

/** Whether writing a value as JSON is long work: a text or a list of millions of characters. */
export const isLarge = (value: unknown): boolean => lengthLeft(value, pieceLengthMax) < 0

/** Returns the bytes of `JSON.stringify`. Yields to the event loop, so that a large value does not block it. */
export async function toJson(value: object): Promise<Buffer> {
  if (!isLarge(value)) return Buffer.from(JSON.stringify(value))
  const yields = createYields()
  const parts: Buffer[] = []
  let text = ''
  for (const piece of jsonPieces(value)) {
    text += piece
    if (text.length < pieceLengthMax) continue
    parts.push(Buffer.from(text))
    text = ''
    await yields.next()
  }
  parts.push(Buffer.from(text))
  return joinBytes(parts)
}

/** Pieces of the text of `JSON.stringify`, none of them much longer than 128 KB. `spaces` and `depth` are those of the indentation. */
export function* jsonPieces(value: unknown, spaces = 0, depth = 0): Generator<string> {
  if (!isLarge(value)) yield indented(JSON.stringify(value, null, spaces) ?? 'null', spaces, depth)
  else if (typeof value === 'string') yield* piecesOfText(value)
  else if (Array.isArray(value)) yield* piecesOfList(value, spaces, depth)
  else if (typeof value === 'object' && value !== null) yield* piecesOfObject(value, spaces, depth)
}

/** In JSON, line breaks are only between values. */
const indented = (text: string, spaces: number, depth: number) =>
  spaces === 0 || depth === 0 ? text : text.replaceAll('\n', lineBreak(spaces, depth))

const lineBreak = (spaces: number, depth: number) =>
  spaces === 0 ? '' : `\n${' '.repeat(spaces * depth)}`

function* piecesOfText(text: string): Generator<string> {
  yield '"'
  for (const slice of sliceText(text)) yield JSON.stringify(slice).slice(1, -1)
  yield '"'
}

function* piecesOfList(list: readonly unknown[], spaces: number, depth: number): Generator<string> {
  const inner = lineBreak(spaces, depth + 1)
  let separator = '['
  for (let from = 0, to = 0; from < list.length; from = to) {
    to = endOfPiece(list, from)
    yield separator + inner
    separator = ','
    if (to === from + 1) yield* jsonPieces(list[from], spaces, depth + 1)
    else yield writeInside(JSON.stringify(list.slice(from, to), null, spaces), spaces, depth)
  }
  yield separator === '[' ? '[]' : `${lineBreak(spaces, depth)}]`
}

/** The items of a list, or the members of an object, without the brackets, and without the line breaks behind and before them. */
const writeInside = (text: string, spaces: number, depth: number) =>
  spaces === 0
    ? text.slice(1, -1)
    : indented(text.slice(lineBreak(spaces, 1).length + 1, -2), spaces, depth)

/** Returns the index after the items (or members, with their names) that fit into one piece, at least one. */
function endOfPiece(list: readonly unknown[], from: number): number {
  let left = pieceLengthMax
  for (let to = from; to < list.length; to += 1) {
    left = lengthLeft(list[to], left)
    if (left < 0) return Math.max(to, from + 1)
  }
  return list.length
}

function* piecesOfObject(object: object, spaces: number, depth: number): Generator<string> {
  const inner = lineBreak(spaces, depth + 1)
  const members = Object.entries(object).filter(([, member]) => member !== undefined)
  let separator = '{'
  for (let from = 0, to = 0; from < members.length; from = to) {
    to = endOfPiece(members, from)
    yield separator + inner
    separator = ','
    const [[name, member] = [], ...more] = members.slice(from, to)
    if (more.length === 0) {
      yield `${JSON.stringify(name)}:${spaces === 0 ? '' : ' '}`
      yield* jsonPieces(member, spaces, depth + 1)
    } else {
      const together = Object.fromEntries(members.slice(from, to))
      yield writeInside(JSON.stringify(together, null, spaces), spaces, depth)
    }
  }
  yield separator === '{' ? '{}' : `${lineBreak(spaces, depth)}}`
}

/** What is left of a length after a value; negative as soon as it does not fit. */
function lengthLeft(value: unknown, max: number): number {
  if (typeof value === 'string') return max - value.length
  let left = max - valueLength
  if (typeof value !== 'object' || value === null) return left
  if (!Array.isArray(value)) left -= Object.keys(value).reduce((sum, name) => sum + name.length, 0)
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (left < 0) return left
    left = lengthLeft(member, left)
  }
  return left
}
