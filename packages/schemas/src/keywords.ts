import { isList, isObject } from '#base/json-values.ts'
import { holding } from './json-schema.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isFlag: Check = (value) => typeof value === 'boolean'
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0
const isTexts: Check = (value) => isList(value) && value.every(isText) && areDifferent(value)
const createIsMap =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check)

const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])
const isType: Check = (value) => types.has(String(value)) && isText(value)
const isTypes: Check = (value) =>
  isList(value) &&
  value.length > 0 &&
  value.length <= types.size &&
  value.every(isType) &&
  areDifferent(value)

/** What keywords may have for values, other than schemas. */
const checks: Readonly<Record<string, Check>> = {
  $comment: isText,
  $id: isText,
  $ref: isText,
  $schema: isText,
  contentEncoding: isText,
  contentMediaType: isText,
  dependentRequired: createIsMap(isTexts),
  description: isText,
  enum: (value) => isList(value) && value.length > 0 && areDifferent(value),
  examples: isList,
  exclusiveMaximum: isNumber,
  exclusiveMinimum: isNumber,
  format: isText,
  maxItems: isCount,
  maxLength: isCount,
  maxProperties: isCount,
  maximum: isNumber,
  minItems: isCount,
  minLength: isCount,
  minProperties: isCount,
  minimum: isNumber,
  multipleOf: (value) => typeof value === 'number' && value > 0,
  pattern: isText,
  readOnly: isFlag,
  required: isTexts,
  title: isText,
  type: (value) => isType(value) || isTypes(value),
  uniqueItems: isFlag,
}

/**
 * Whether a value is a schema by the keywords of its own, as the schema of schemas says (draft 7, and what later drafts have
 * added); those of the schemas inside of it are not looked at. Takes time in proportion to its size.
 */
export function isValidNode(schema: unknown): boolean {
  if (typeof schema === 'boolean') return true
  if (!isObject(schema)) return false
  return Object.entries(schema).every(([keyword, value]) => {
    const check = Object.hasOwn(checks, keyword) ? checks[keyword] : undefined
    return check ? check(value) : holdsSchemas(keyword, value)
  })
}

function holdsSchemas(keyword: string, value: unknown): boolean {
  const kind = holding(keyword)
  if (kind === 'map') return isObject(value)
  const isNamed = isList(value) && value.length > 0
  if (kind === 'list') return isNamed
  return kind !== 'either' || isNamed || !isList(value)
}

/** Whether no two values are equal, whatever the order of their members is. */
function areDifferent(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(ordered(value)))).size === values.length
}

function ordered(value: unknown): unknown {
  if (isList(value)) return value.map(ordered)
  if (!isObject(value)) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { '': members.map(([name, member]) => [name, ordered(member)]) }
}
