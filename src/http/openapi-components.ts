import { z } from 'zod'
import { createYields } from '#kernel/event-loop.ts'
import { toJson } from '#kernel/to-json.ts'

export type Json = Record<string, unknown>
type Io = 'input' | 'output'

const definitions = '#/$defs/'
const components = '#/components/schemas/'

/**
 * Collects the schemas that have an id, each once. If the request form of a schema differs from its response form (defaults,
 * transforms), the request form is a separate component, `<id>Input`.
 */
export function createComponents() {
  const found: Record<Io, Record<string, Json>> = { input: {}, output: {} }

  function schema(type: z.ZodType, io: Io): Json {
    const { $defs, $schema: _dialect, ...root } = toJsonSchema(type, io)
    Object.assign(found[io], marked($defs ?? {}, io))
    return marked(root, io) as Json
  }

  /** Returns the document with the schemas, as JSON. Yields to the event loop in between. */
  async function finish(document: Json & { components: Json }): Promise<string> {
    const yields = createYields()
    const split = await differing(found, yields)
    const schemas: Json = { ...found.input, ...found.output }
    for (const id of split) {
      schemas[id] = found.output[id]
      schemas[`${id}Input`] = found.input[id]
    }
    const whole = { ...document, components: { ...document.components, schemas: sorted(schemas) } }
    const text = (await toJson(whole)).toString()
    await yields.next()
    return text.replaceAll(/"#(input|output)\/([^"]+)"/g, (_match, io: Io, id: string) =>
      JSON.stringify(`${components}${io === 'input' && split.has(id) ? `${id}Input` : id}`),
    )
  }

  return { schema, finish }
}

function toJsonSchema(type: z.ZodType, io: Io): Json {
  return z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // Responses may get new members; only strict schemas are closed.
      const isOpen = zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined
      if (isOpen) delete jsonSchema.additionalProperties
      // zod omits the default of a transformed schema.
      const { default: usual, maximum, takesEmpty } = z.globalRegistry.get(zodSchema) ?? {}
      // Empty items of a list are left out before it is checked.
      if (takesEmpty === true)
        jsonSchema.items = { anyOf: [jsonSchema.items as Json, { const: '' }] }
      delete jsonSchema['takesEmpty']
      if (io === 'input' && usual !== undefined) jsonSchema.default = usual as Json
      if (isBlankRefused(zodSchema, jsonSchema)) jsonSchema.pattern = String.raw`\S`
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER && maximum === undefined)
        delete jsonSchema.maximum
    },
  }) as Json
}

/** Whether a text of blanks is too short, because it is trimmed. */
const isBlankRefused = (
  type: unknown,
  { minLength = 0, pattern }: { minLength?: number; pattern?: string },
) =>
  type instanceof z.ZodString &&
  minLength > 0 &&
  pattern === undefined &&
  !type.safeParse(' '.repeat(minLength)).success

/** References carry their form until it is known whether the forms differ. */
function marked(value: unknown, io: Io): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(`"${definitions}`, `"#${io}/`))
}

const unmarked = (schema: unknown) => JSON.stringify(schema).replaceAll(/"#(input|output)\//g, '"#')

/** Ids whose two forms differ, themselves or in a schema that they refer to. */
async function differing(
  { input, output }: Record<Io, Record<string, Json>>,
  yields: ReturnType<typeof createYields>,
): Promise<Set<string>> {
  const both = Object.keys(input).filter((id) => id in output)
  const split = new Set<string>()
  /** The requests of schemas that are the same so far. */
  const same = new Map<string, string>()
  for (const id of both) {
    await yields.next()
    if (unmarked(input[id]) === unmarked(output[id])) same.set(id, JSON.stringify(input[id]))
    else split.add(id)
  }
  for (const other of split) {
    await yields.next()
    for (const [id, text] of same) {
      if (!text.includes(`"#input/${other}"`)) continue
      same.delete(id)
      // The loop visits it too.
      split.add(id)
    }
  }
  return split
}

const sorted = (schemas: Json): Json =>
  Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b)))
