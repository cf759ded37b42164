import { isoDate } from '#content/html/about/iso-date.ts'
import { machineAmount, shownAmount } from '#content/html/facts/amounts.ts'
import { foldName } from '#content/html/facts/meanings.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import { memberByKind } from './enum-words.ts'
import { isList, isObject } from '#base/json-values.ts'
import { readType, type JsonSchema } from '#schemas/json-schema.ts'

/** A text of a page as a value of a resolved scalar schema; undefined when it is none. */
export function coerce(text: string, schema: JsonSchema, isMachine = false): unknown {
  const { enum: values, const: constant } = schema
  if (constant !== undefined) return isNamed(constant, namesIn(text)) ? constant : undefined
  if (isList(values)) return getMember(values, text)
  const type = readType(schema)
  if (type === 'boolean') return toBoolean(text) ?? readInStock(text)
  if (type === 'number' || type === 'integer') return toNumber(text, schema, isMachine)
  return type === 'string' ? toText(text, schema) : undefined
}

const memberLengthMax = 1_000
/** Members of enumerations by their names: many texts are compared with the same ones. */
const members = new WeakMap<readonly unknown[], ReadonlyMap<string, number>>()

/** The member of an enumeration that a text names, by its words or as part of an address (`https://schema.org/InStock`). */
function getMember(values: readonly unknown[], text: string): unknown {
  const known = members.get(values) ?? indexMembers(values)
  members.set(values, known)
  const indexes = namesIn(text).flatMap((name) => known.get(name) ?? [])
  return indexes.length === 0 ? memberByKind(values, text) : values[Math.min(...indexes)]
}

function indexMembers(values: readonly unknown[]): ReadonlyMap<string, number> {
  const known = new Map<string, number>()
  for (const [index, value] of values.entries()) {
    const name = toName(value)
    if (name !== '' && !known.has(name)) known.set(name, index)
  }
  return known
}

/** What a text of a page may name. */
const namesIn = (text: string): readonly string[] =>
  text.length > memberLengthMax
    ? []
    : [foldName(text), foldName(text.slice(text.lastIndexOf('/') + 1))]

/** Empty for what no text names. */
function toName(value: unknown): string {
  const text = isObject(value) || isList(value) ? '' : String(value)
  return text.length > memberLengthMax ? '' : foldName(text)
}

function isNamed(value: unknown, names: readonly string[]): boolean {
  const name = toName(value)
  return name !== '' && names.includes(name)
}

/** `Yes` and `no` of ten languages; undefined for other texts. */
export function toBoolean(text: string): boolean | undefined {
  if (/^(?:yes|true|1|ja|oui|sí|sì|si|sim|tak|ano|[✓✔✅])\.?$/iu.test(text)) return true
  if (/^(?:no|false|0|nein|non|nee|não|nao|nie|ne|nej|nei|[✗✘❌])\.?$/iu.test(text)) return false
  return undefined
}

function toNumber(text: string, schema: JsonSchema, isMachine: boolean): number | undefined {
  const amount = isMachine ? machineAmount(text) : shownAmount(text)
  if (amount === undefined) return undefined
  const isNegative = /^\s*[-−]\s?\d/.test(text)
  const number = isNegative ? -amount : amount
  const { minimum, maximum } = schema
  if (typeof minimum === 'number' && number < minimum) return undefined
  if (typeof maximum === 'number' && number > maximum) return undefined
  return readType(schema) === 'integer' && !Number.isInteger(number) ? undefined : number
}

function toText(text: string, { format, minLength, maxLength }: JsonSchema): string | undefined {
  if (typeof maxLength === 'number' && text.length > maxLength) return undefined
  if (typeof minLength === 'number' && text.length < minLength) return undefined
  if (format === 'date') return isoDate(text)?.slice(0, 10)
  if (format === 'date-time') return toTime(isoDate(text))
  if (format === 'uri' || format === 'url') return URL.canParse(text) ? text : undefined
  if (format === 'email') {
    const address = text.replace(/^mailto:/i, '').trim()
    return /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,24}$/.test(address) ? address : undefined
  }
  return text
}

function toTime(date: string | undefined): string | undefined {
  if (date === undefined) return undefined
  if (date.length === 10) return `${date}T00:00:00Z`
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(date) ? date : `${date}Z`
}
