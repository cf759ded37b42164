import { useState } from 'preact/hooks'

export type Json = Readonly<Record<string, unknown>>
/** The schema of a name. */
export type Lookup = (name: string) => Json | undefined

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listJson = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isJson) : []

const readName = ({ $ref }: Json) => (typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined)

/** The schema itself, behind its references. */
function resolve(schema: Json, find: Lookup): Json {
  const name = readName(schema)
  const found = name === undefined ? undefined : find(name)
  return found ? { ...found, ...schema, $ref: undefined } : schema
}

const listVariants = (schema: Json) =>
  listJson(schema['anyOf'] ?? schema['oneOf']).filter((one) => one['type'] !== 'null')

/** The type of a value in a few words: `list of text`, `Document`. */
export function typeText(schema: Json, find: Lookup): string {
  const name = readName(schema)
  const real = resolve(schema, find)
  if (Array.isArray(real['enum']))
    return real['enum'].map((one) => JSON.stringify(one)).join(' or ')
  if ('const' in real) return JSON.stringify(real['const'])
  // Beside a type, alternatives only restrict it.
  const variants = real['type'] === undefined ? listVariants(real) : []
  if (variants.length > 0)
    return name ?? [...new Set(variants.map((one) => typeText(one, find)))].join(' or ')
  if (real['type'] === 'array')
    return isJson(real['items']) ? `list of ${typeText(real['items'], find)}` : 'list'
  if (name !== undefined && real['type'] === 'object') return name
  const { type, format } = real
  const text = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any'
  return typeof format === 'string' ? `${text} (${format})` : text
}

const limits = {
  default: 'default',
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'characters at least',
  maxLength: 'characters at most',
  minItems: 'entries at least',
  maxItems: 'entries at most',
}

const limitText = (schema: Json): string =>
  Object.entries(limits)
    .flatMap(([key, words]) => {
      const value = schema[key]
      return value === undefined || Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER
        ? []
        : [`${words} ${JSON.stringify(value)}`]
    })
    .join(', ')

/** What a value consists of: its fields, or its alternatives. */
export function Schema(props: { schema: Json; find: Lookup; isFolded?: true }) {
  const { schema, find, isFolded } = props
  if (isFolded) return <Fold schema={schema} find={find} />
  const real = resolve(schema, find)
  const variants = listVariants(real)
  if (variants.length > 0)
    return (
      <ul class="fields">
        {variants.map((variant, at) => (
          <li key={at}>
            <Fold schema={variant} find={find} />
          </li>
        ))}
      </ul>
    )
  if (isJson(real['items'])) return <Schema schema={real['items']} find={find} />
  const fields = Object.entries(isJson(real['properties']) ? real['properties'] : {})
  const required = new Set(Array.isArray(real['required']) ? real['required'] : [])
  if (fields.length === 0) return <p>{typeText(schema, find)}</p>
  return (
    <ul class="fields">
      {fields.map(
        ([name, field]) =>
          isJson(field) && (
            <Field
              key={name}
              name={name}
              schema={field}
              find={find}
              isNeeded={required.has(name)}
            />
          ),
      )}
    </ul>
  )
}

function Field(props: { name: string; schema: Json; find: Lookup; isNeeded: boolean }) {
  const { name, schema, find, isNeeded } = props
  const real = resolve(schema, find)
  const bounds = limitText(real)
  return (
    <li>
      <code>{name}</code> <i>{typeText(schema, find)}</i>
      {isNeeded && <b> required</b>}
      {bounds !== '' && <small> {bounds}</small>}
      {typeof real['description'] === 'string' && <p>{real['description']}</p>}
      {hasParts(real, find) && <Fold schema={schema} find={find} />}
    </li>
  )
}

/** Whether there is more to say of a value than its type. */
function hasParts(schema: Json, find: Lookup): boolean {
  if (isJson(schema['properties']) && Object.keys(schema['properties']).length > 0) return true
  if (isJson(schema['items'])) return hasParts(resolve(schema['items'], find), find)
  return listVariants(schema).some((one) => hasParts(resolve(one, find), find))
}

/** Parts are made when they are opened: schemas may contain themselves. */
function Fold({ schema, find }: { schema: Json; find: Lookup }) {
  const [isOpen, setOpen] = useState(false)
  if (!hasParts(resolve(schema, find), find)) return <i>{typeText(schema, find)}</i>
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{typeText(schema, find)}</summary>
      {isOpen && <Schema schema={schema} find={find} />}
    </details>
  )
}
