import { isEntity } from '#content/fill/profile.ts'
import type { LineRange } from '#content/fill/find-rows.ts'
import { isObject } from '#base/json-values.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import type { ClaimedValues } from './claimed-values.ts'
import type { FindEvidence } from './evidence.ts'
import type { CheckFields, FieldVerdict } from './field-evidence.ts'
import type { RowPlace } from './row-places.ts'

/** Where a value stands in an answer. */
export interface At {
  readonly path: string
  readonly isRequired: boolean
  readonly depth: number
  /** What the rules read for the same place. */
  readonly byRules?: unknown
  /** Lines of the thing that a member of a list belongs to. */
  readonly near?: LineRange | undefined
  /** Of a thing of a list. */
  readonly row?: RowPlace | undefined
  readonly isMisplaced?: boolean | undefined
  readonly isListed?: boolean | undefined
  readonly isKey?: boolean | undefined
}

export const depthMax = 64

interface JudgeDeps {
  readonly find: FindEvidence
  /** Absent where only words are known. */
  readonly fields: CheckFields | undefined
  readonly claimed: ClaimedValues
}

/** Judges one value of an answer. */
export type Judge = (value: unknown, schema: JsonSchema, at: At) => Promise<FieldVerdict>

export function createJudge({ find, fields, claimed }: JudgeDeps): Judge {
  const checkField = fields?.checkField
  return async function judge(value, schema, at) {
    const name = fieldName(at.path)
    const isBlank = typeof value === 'string' && value.trim() === ''
    if (!isBlank && isFree(schema, name)) return { isFit: true }
    const { byRules, near, isKey, isMisplaced, isListed } = at
    const within = parentName(at.path)
    const isClaimed = (isPart: boolean, mentions?: number) =>
      claimed.isClaimed(value, isPart, mentions)
    const { hasNumber } = claimed
    const place = { near, isKey, isMisplaced, isListed, within, isClaimed, hasNumber }
    const isPrice = !checkField && priceName.test(name)
    // Numbers and short texts are looked for in the lines, which have them in other units, words and signs.
    const isRead =
      checkField !== undefined &&
      (typeof value === 'number' || (typeof value === 'string' && isShort(value)))
    const isThere = !isBlank && (isRead || (await find(value, isPrice)) !== 'absent')
    if (!isThere || !checkField) return { isFit: isThere }
    return checkField({ value, name, schema, byRules, ...place })
  }
}

/** The schema of a member of an object. */
export function findMember(
  { properties, additionalProperties }: JsonSchema,
  name: string,
): unknown {
  const isNamed = isObject(properties) && Object.hasOwn(properties, name)
  return isNamed ? properties[name] : additionalProperties
}

/** The name of a field: of `author.name` it is `author`. */
function fieldName(path: string): string {
  const [last = '', parent] = path.split('.').toReversed()
  if (parent !== undefined && bound.test(last) && !parent.endsWith(']')) return `${parent}_${last}`
  const isOfParent = nameWord.test(last) && parent !== undefined && !parent.endsWith(']')
  return (isOfParent && !isEntity(parent) ? parent : last).replace(/\[\d+\]$/, '')
}

const nameWord = /^(?:name|nom|nome|nombre|naam|nazwa|navn|namn|název)$/i

/** Ends of a range say nothing of what it is of. */
const bound = /^(?:min|max|minimum|maximum|low|high|lower|upper|from|to|start|end)$/i

/** The name of the object that a field is a member of; none for a row of a list. */
function parentName(path: string): string | undefined {
  const [, parent] = path.split('.').toReversed()
  return parent === undefined || parent.endsWith(']') ? undefined : parent
}

const wordsMax = 4
const isShort = (text: string): boolean =>
  !/^https?:/i.test(text) && text.trim().split(/\s+/, wordsMax + 1).length <= wordsMax
const priceName = /price|cost|preis|prix|precio/i

const derived =
  /\b(?:summar(?:y|i[sz]e[sd]?)|sentiment|classif(?:y|ied|ication)|infer(?:red)?|generated?|translat(?:e|ed|ion)|conclusion|opinion|judge?ment|rephrase[ds]?|in your own words)\b/i

/** Values that a reader makes of a page rather than finds in it. */
function isFree({ enum: values, const: constant, description }: JsonSchema, name: string): boolean {
  if (constant !== undefined) return true
  if (Array.isArray(values) && !values.some((value) => typeof value === 'string')) return true
  return derived.test(
    `${name} ${typeof description === 'string' ? description.slice(0, 2_000) : ''}`,
  )
}
