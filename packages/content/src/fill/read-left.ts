import type { Outline } from './outline.ts'
import { isObject } from '#base/json-values.ts'
import type { Spend } from '#base/step-count.ts'
import { withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { coerce } from './coerce.ts'
import { listAmounts } from './holds-value.ts'
import { readLineText } from './line-text.ts'
import { hasMeaning, isKnownLabel, matchLabel, type Profile } from './profile.ts'
import { changedWords, deadlineWords } from './read-by-form.ts'
import type { ReadValue } from './read-value.ts'
import { fits, inUnit } from './value-in-text.ts'

/** More of a kind cannot be assigned by their order. */
const leftMax = 3
/** What reading the values of a line takes in comparisons. */
const lineSteps = 10

/**
 * Reads by elimination: where as many values of a kind (an amount of money or of a unit, a share, a date) are left on a page as properties
 * of that kind are unfilled, each property has the one at its place in the order. `missing` has the paths of the unfilled members of `whole`.
 */
export function createReadLeft(outline: Outline, asked: readonly Profile[], spend: Spend) {
  return function readLeft(whole: unknown, missing: readonly string[]) {
    const found = new Map<string, ReadValue>()
    const open = new Set(missing)
    const unfilled = asked.filter(({ property }) => open.has(property))
    const taken = new Set(listScalars(whole))
    for (const kind of new Set(unfilled.map(readKind))) {
      const own = unfilled.filter((profile) => readKind(profile) === kind)
      const [first] = own
      if (kind === undefined || !first || own.length > leftMax) continue
      // Which of several prices is the old one their order does not say.
      if (kind === 'money' && (hasOldPrice(outline) || own.some(isOldPrice))) continue
      spend(outline.lines.length * lineSteps)
      const values = listKind(outline, first, taken)
      if (values.length !== own.length) continue
      for (const [at, profile] of own.entries()) {
        const value = values[at]
        if (value) found.set(profile.property, value)
      }
    }
    return found
  }
}

/** All values in a value. */
const listScalars = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listScalars) : [value]

/** A value with the members that were left, in the order of its schema. */
export function withLeft(
  whole: unknown,
  left: ReadonlyMap<string, ReadValue>,
  members: readonly { readonly name: string }[],
): JsonSchema {
  const known = isObject(whole) ? whole : {}
  let value: JsonSchema = {}
  for (const { name } of members) {
    const own = left.get(name)?.value ?? (Object.hasOwn(known, name) ? known[name] : undefined)
    if (own !== undefined) value = withMember(value, name, own)
  }
  return value
}

const isOldPrice = (profile: Profile): boolean => hasMeaning(profile, 'old price')

const hasOldPrice = ({ lines }: Outline): boolean =>
  lines.some(({ parts }) => parts.some(({ isOld, text }) => isOld === true && /\d/.test(text)))

/** What the values of a property are, as far as they tell themselves; undefined for what needs a name. */
function readKind({ form, type, unit }: Profile): string | undefined {
  if (type === 'string') return form === 'date' ? form : undefined
  if (type !== 'number' && type !== 'integer') return undefined
  if (form === 'money' || form === 'percent') return form
  return unit && `${unit.dimension} ${unit.factor}`
}

/** Days until which something has to be done, or on which a page was changed, are none on which it happens. */
const isOtherDay = (text: string, profile: Profile): boolean =>
  (has(profile, happening) && deadlineWords.test(text)) ||
  (!has(profile, changing) && changedWords.test(text))

const happening = ['start date', 'end date', 'delivery date']
const changing = ['date published', 'date modified']
const has = (profile: Profile, names: readonly string[]): boolean =>
  names.some((name) => hasMeaning(profile, name))

/** The values of a kind in the text that no property has. */
function listKind(
  outline: Outline,
  profile: Profile,
  taken: ReadonlySet<unknown>,
): readonly ReadValue[] {
  const found = new Map<unknown, ReadValue>()
  const isAmount = /^(?:mass|volume)$/.test(profile.unit?.dimension ?? '')
  const named = new Set(
    outline.pairs
      .filter(
        ({ label, kind }) =>
          kind === 'shown' && isKnownLabel(label) && matchLabel(profile, label) === 0,
      )
      .map(({ line }) => line),
  )
  for (const [line, { text, kind, parts, level }] of outline.lines.entries()) {
    // Cells and titles say it of something else, and so does another label.
    if (kind === 'cell' || level === 1 || named.has(line) || !/\d/.test(text)) continue
    // Of a list of ingredients each has its own.
    if (isAmount && taken.has(text)) continue
    if (profile.form === 'date' && isOtherDay(text, profile)) continue
    const read = readLineText(text)
    const values =
      profile.form === 'date'
        ? [...read.days()].map((day) => coerce(day, profile.schema))
        : listAmounts(read, profile).flatMap((one) => {
            const digits = text.slice(one.start, one.digitsEnd)
            const isOld = parts.some((part) => part.isOld === true && part.text.includes(digits))
            const isSame = !one.unit || one.unit.factor === profile.unit?.factor
            const isFit = isSame && !isOld && fits(one, { profile, isNamed: false })
            return isFit && !taken.has(one.value) ? [inUnit(one, profile)] : []
          })
    for (const value of values)
      if (value !== undefined && !taken.has(value) && !found.has(value))
        found.set(value, { value, line })
  }
  return [...found.values()]
}
