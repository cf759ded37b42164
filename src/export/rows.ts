import { isLarge, jsonPieces } from '#kernel/to-json.ts'
import { sliceText } from '#base/text-pieces.ts'

/** A document or the error of a page, as JSON. */
export type Row = Readonly<Record<string, unknown>>

/** The member in which the value of a name such as `metadata.title` is. */
export const memberName = (name: string): string => name.split('.', 1)[0] ?? name

/** Returns the value at a name such as `markdown` or `metadata.title`; undefined if there is none. */
function valueAt(row: Row, name: string): unknown {
  // Names of meta tags have dots too: what follows the first one is one name.
  const dot = name.indexOf('.')
  if (dot === -1) return own(row, name)
  return own(own(row, name.slice(0, dot)), name.slice(dot + 1))
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Row)[name]
    : undefined

/** One row per line (https://jsonlines.org). With `fields`, only those, under the names given. */
export async function* jsonLines(
  rows: AsyncIterable<Row>,
  fields: readonly string[] | undefined,
): AsyncGenerator<string> {
  for await (const row of rows) {
    const picked = fields
      ? Object.fromEntries(fields.map((name) => [name, valueAt(row, name)]))
      : row
    yield* jsonPieces(picked)
    yield '\n'
  }
}

/** A table with a header (RFC 4180). Lists and objects are JSON. */
export async function* csv(
  rows: AsyncIterable<Row>,
  fields: readonly string[],
): AsyncGenerator<string> {
  yield* csvLine(fields)
  for await (const row of rows) yield* csvLine(fields.map((name) => valueAt(row, name)))
}

function* csvLine(values: readonly unknown[]): Generator<string> {
  let separator = ''
  for (const value of values) {
    yield separator
    separator = ','
    if (isLarge(value)) yield* longCell(value)
    else yield cell(value)
  }
  yield '\r\n'
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = `${guardFormula(text)}${text}`
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function* longCell(value: unknown): Generator<string> {
  const isText = typeof value === 'string'
  yield isText ? `"${guardFormula(value)}` : '"'
  for (const piece of isText ? sliceText(value) : jsonPieces(value))
    yield piece.replaceAll('"', '""')
  yield '"'
}

/** Spreadsheets would execute a text of a page that begins like a formula. */
const guardFormula = (text: string) => (/^[=+\-@\t\r]/.test(text) ? "'" : '')
