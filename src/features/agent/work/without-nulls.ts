import { isList, isObject } from '#base/json-values.ts'
import { withMember, type JsonSchema } from '#schemas/json-schema.ts'

/** The value without members that are null: a schema says nothing of them. */
export function withoutNulls(value: unknown): unknown {
  if (isList(value)) return value.filter((item) => item !== null).map(withoutNulls)
  if (!isObject(value)) return value
  let rest: JsonSchema = {}
  for (const [name, member] of Object.entries(value)) {
    if (member !== null) rest = withMember(rest, name, withoutNulls(member))
  }
  return rest
}
