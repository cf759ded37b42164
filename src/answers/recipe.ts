import { z } from 'zod'
import type { Recipe } from '#content/recipe/recipe.ts'
import type { AnswerContext } from './answer.ts'
import type { WantedJson } from './json.ts'
import { pageMessage, pageRules } from './page-material.ts'

interface WantedRecipe extends WantedJson {
  readonly url: string
  /** The elements of the page. */
  readonly outline: string
  /** Fields without a value, when an earlier recipe was tried. */
  readonly unfilled?: readonly string[]
}

const fieldsMax = 200
const listsMax = 20
const text = z.string().max(500)
const Field = z.object({
  path: text,
  selector: text,
  attribute: z
    .string()
    .max(100)
    .nullish()
    .transform((name) => name || null),
})
const RecipeShape = z.object({
  fields: z.array(Field).max(fieldsMax),
  lists: z
    .array(z.object({ path: text.min(1), selector: text, fields: z.array(Field).max(fieldsMax) }))
    .max(listsMax),
})

const field = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Names joined with dots, for example address.city.' },
    selector: { type: 'string', description: 'CSS selector; its first match counts.' },
    attribute: { type: ['string', 'null'], description: 'Null for the text of the element.' },
  },
  required: ['path', 'selector', 'attribute'],
}
const fields = { type: 'array', items: field }
const list = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Name of the array.' },
    selector: { type: 'string', description: 'CSS selector that matches each item.' },
    fields: { ...fields, description: 'Selectors relative to the item.' },
  },
  required: ['path', 'selector', 'fields'],
}
const schema = {
  type: 'object',
  properties: { fields, lists: { type: 'array', items: list } },
  required: ['fields', 'lists'],
}

const instructions = `You write a recipe that extracts data from web pages of one layout: for each property of the wanted data a CSS selector that finds its value on this page and on other pages of the same layout. Never use the texts of the page in selectors, prefer classes, ids and attributes over positions.
${pageRules}
Arrays of objects become lists: a selector for the items, and fields relative to an item. Arrays of plain values become lists with one field whose path is empty. The path of every field and list is that of the property in the schema.`

/** Asks the model where the data of a page are. Undefined when it gives no recipe; throws what `LanguageModel` throws. */
export async function recipeOfPage(
  { url, outline, schema: wanted, prompt, unfilled = [] }: WantedRecipe,
  { model, caller }: AnswerContext,
): Promise<Recipe | undefined> {
  const lines = [
    ...(prompt === undefined ? [] : [`What to extract: ${prompt}`]),
    wanted
      ? `Schema of the data: ${JSON.stringify(wanted)}`
      : 'Choose the names of the properties.',
    ...(unfilled.length > 0
      ? [`An earlier recipe found nothing for: ${unfilled.join(', ')}. Find other selectors.`]
      : []),
  ]
  const texts = [lines.join('\n'), pageMessage(`elements of ${url.slice(0, 300)}`, outline)]
  const outcome = await model.askJson({ instructions, texts, schema }, caller)
  const parsed = outcome.state === 'answered' ? RecipeShape.safeParse(outcome.value) : undefined
  return parsed?.data
}
