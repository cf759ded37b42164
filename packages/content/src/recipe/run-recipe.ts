import type { Document, Element } from 'domhandler'
import { coerce } from '#content/fill/coerce.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import { listProperties, readType, type JsonSchema } from '#schemas/json-schema.ts'
import { absoluteHttpUrl } from '#content/html/page-url.ts'
import { createSelect, type Select } from '#content/html/selectors.ts'
import { oneLine, readText, unseenTags } from '#content/html/walk.ts'
import { ReadError } from '#base/read-error.ts'
import { createPathTree } from './tree.ts'
import type { RecipeField, RecipeRequest, RecipeResult } from './recipe.ts'

const itemsMax = 2_000
const valueLengthMax = 20_000
const addressAttributes = new Set(['href', 'src', 'action', 'poster'])

/** Runs a recipe on a page. Selectors that are invalid or too slow match nothing. */
export function runRecipe(
  document: Document,
  { recipe, schema = {} }: RecipeRequest,
  baseUrl: string,
): RecipeResult {
  const select = forgiving(createSelect())
  const tree = createPathTree()
  const unfilled: string[] = []
  let wanted = 0
  const note = (path: string, isFilled: boolean) => {
    wanted += 1
    if (!isFilled) unfilled.push(path)
  }
  const read = (field: RecipeField, within: Document | Element, at: JsonSchema) =>
    coerced(valueOf(field, within, { select, baseUrl }), at)

  for (const field of recipe.fields) {
    const value = read(field, document, schemaAt(schema, field.path, schema))
    note(field.path, value !== undefined)
    if (value !== undefined) tree.set(field.path, value)
  }
  for (const { path, selector, fields } of recipe.lists) {
    const items = schemaAt(schema, path, schema)['items']
    const itemSchema = flatSchemas(schema).chosen(items)
    const rows = select(document, selector)
      .slice(0, itemsMax)
      .map((item) =>
        readRow(fields, (field) => read(field, item, getItemSchema(field, itemSchema))),
      )
      .filter((row) => row !== undefined)
    for (const field of fields) {
      const name = field.path === '' ? path : `${path}[].${field.path}`
      note(
        name,
        rows.some((row) => field.path === '' || row.has(field.path)),
      )
    }
    if (rows.length > 0)
      tree.set(
        path,
        rows.map((row) => row.value()),
      )
  }
  const share = wanted === 0 ? 0 : 1 - unfilled.length / wanted
  return { value: tree.value(), share, unfilled }

  function getItemSchema(field: RecipeField, itemSchema: JsonSchema): JsonSchema {
    return field.path === '' ? itemSchema : schemaAt(itemSchema, field.path, schema)
  }
}

/** An object of the fields that have a value, or the value of a list of plain values; undefined when nothing was found. */
function readRow(fields: readonly RecipeField[], read: (field: RecipeField) => unknown) {
  const tree = createPathTree()
  for (const field of fields) {
    const value = read(field)
    if (value !== undefined) tree.set(field.path, value)
  }
  return tree.isEmpty() ? undefined : tree
}

/** Where a path leads in a schema of objects. */
function schemaAt(schema: JsonSchema, path: string, root: JsonSchema): JsonSchema {
  const { chosen } = flatSchemas(root)
  let at = chosen(schema)
  for (const name of path.split('.')) {
    at = chosen(listProperties(at).find((property) => property.name === name)?.schema)
  }
  return at
}

function coerced(text: string | undefined, schema: JsonSchema): unknown {
  if (text === undefined) return undefined
  const type = readType(schema)
  return type === 'object' || type === 'array' ? undefined : coerce(text, schema)
}

interface Reading {
  readonly select: (within: Document | Element, selector: string) => readonly Element[]
  readonly baseUrl: string
}

function valueOf(
  { selector, attribute }: RecipeField,
  within: Document | Element,
  { select, baseUrl }: Reading,
): string | undefined {
  const isItself = selector.trim() === '' && 'attribs' in within
  const element = isItself ? within : select(within, selector)[0]
  if (!element) return undefined
  if (attribute === null) {
    const text = readText(element, { except: unseenTags, lengthMax: valueLengthMax })
    return oneLine(text).slice(0, valueLengthMax) || undefined
  }
  const name = attribute.toLowerCase()
  const value = element.attribs[name]?.trim().slice(0, valueLengthMax)
  return (
    (addressAttributes.has(name) && value && absoluteHttpUrl(value, baseUrl)) || value || undefined
  )
}

function forgiving(select: Select) {
  return (within: Document | Element, selector: string): readonly Element[] => {
    if (selector.trim() === '') return []
    try {
      return select(within, selector, ['formats'])
    } catch (thrown) {
      if (thrown instanceof ReadError) return []
      throw thrown
    }
  }
}
