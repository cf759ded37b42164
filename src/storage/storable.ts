import type { SqlValue } from './database.ts'

/**
 * Returns a parameter that PostgreSQL can store. Text of web pages and callers may contain characters that it refuses: NUL is
 * removed, and unpaired surrogates become U+FFFD, in texts, lists and JSON.
 */
export function storable(value: SqlValue): SqlValue {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: SqlValue) => storable(item))
  return value instanceof Date || ArrayBuffer.isView(value) ? value : jsonText(value)
}

/** JSON text for a JSON column; needed for lists, because a list as a parameter is an SQL array. */
export function jsonText(value: object): string {
  const json = JSON.stringify(value)
  if (!escapes.test(json)) return json
  // Every escape is matched whole, so that an escaped backslash before a "u" is not taken for one.
  return json.replaceAll(/\\(u[\da-f]{4}|.)/g, (escape, code: string) => {
    if (code === 'u0000') return ''
    return surrogate.test(code) ? replacement : escape
  })
}

/** Escapes of characters that a column does not accept. */
const escapes = /\\u(?:0000|d[89a-f])/
const surrogate = /^ud[89a-f]/
const replacement = '\u{FFFD}'

const storableText = (text: string) =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
