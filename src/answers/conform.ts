import { flatSchemas, type FlatSchemas } from '#schemas/flat-schema.ts'
import { listProperties, withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { isList, isObject } from '#base/json-values.ts'

const depthMax = 64

/** The value with the members of the schema alone; those that are missing are null. */
export function conform(value: unknown, schema: JsonSchema): unknown {
  return conformTo(value, schema, { schemas: flatSchemas(schema), depth: 0 })
}

interface At {
  readonly schemas: FlatSchemas
  readonly depth: number
}

function conformTo(value: unknown, raw: unknown, { schemas, depth }: At): unknown {
  if (depth > depthMax) return null
  const schema = schemas.chosen(raw)
  const below = { schemas, depth: depth + 1 }
  if (isList(value)) return value.map((item) => conformTo(item, schema['items'], below))
  const properties = listProperties(schema)
  if (properties.length === 0) return value ?? null
  // Without an object of its own, only the outermost one gets its members.
  if (!isObject(value) && depth > 0) return value ?? null
  let conformed: JsonSchema = {}
  for (const { name, schema: sub } of properties) {
    const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : null
    conformed = withMember(conformed, name, conformTo(member, sub, below))
  }
  return conformed
}
