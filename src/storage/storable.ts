import type { SqlValue } from './database.ts'

/**
 * A parameter as PostgreSQL can store it. Text of web pages and callers may hold what no column takes: NUL is left out, and half
 * a surrogate pair becomes U+FFFD, in texts, in lists and in JSON.
 */
export function storable(value: SqlValue): SqlValue {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: SqlValue) => storable(item))
  return value instanceof Date || ArrayBuffer.isView(value) ? value : jsonText(value)
}

/** JSON for a column of that type; lists need it, because a list alone is an array of SQL. */
export function jsonText(value: object): string {
  const json = JSON.stringify(value)
  if (!escapes.test(json)) return json
  // Every escape is matched whole, so that an escaped backslash before a "u" is not taken for one.
  return json.replaceAll(/\\(u[\da-f]{4}|.)/g, (escape, code: string) => {
    if (code === 'u0000') return ''
    return surrogate.test(code) ? replacement : escape
  })
}

/** JSON is written with escapes for these alone, among the characters a column does not take. */
const escapes = /\\u(?:0000|d[89a-f])/
const surrogate = /^ud[89a-f]/
const replacement = '\u{FFFD}'

const storableText = (text: string) =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
