import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { recipeOfPage } from '#answers/recipe.ts'
import { lacksModel, type AnswerContext } from '#answers/answer.ts'
import { createPageBudget } from '#answers/call-budget.ts'
import type { Recipe, RecipeResult } from '#content/recipe/recipe.ts'
import { makeServiceParts, type DerivationContext, type Derived, type Draft } from './derivation.ts'
import { answerContext } from './derived-answer.ts'
import { jsonSchema, prompt } from './extraction-options.ts'
import { defineFormat, refuseParsing } from './format.ts'
import { jsonFormat } from './json.ts'

/** Share of the fields that a recipe must fill to be used. */
const shareMin = 0.8
const outlineLengthMax = 60_000
const charactersPerToken = 2

const schema = z
  .strictObject({
    type: z.literal('deterministicJson'),
    prompt,
    schema: jsonSchema.optional(),
  })
  .meta({ id: 'DeterministicJsonFormat', description: 'Data extracted by a generated recipe.' })
type Options = z.output<typeof schema>

export const deterministicJson = defineFormat({
  type: 'deterministicJson',
  summary: 'Data of the page, extracted by selectors that are generated once per site and schema.',
  schema,
  hasShortName: true,
  members: jsonFormat.members,
  source: 'derived',
  suitsRecords: true,
  needsService: true,
  queries: () => [],
  parseRefusal: refuseParsing('deterministicJson'),
  price: () => ({ page: prices.recipePageEstimate }),
  derive: deriveByRecipe,
})

/** What a recipe is tried on. */
interface RecipePage {
  readonly run: (recipe: Recipe) => Promise<RecipeResult | undefined>
  readonly outline: (lengthMax: number) => Promise<string | undefined>
}

async function deriveByRecipe(
  draft: Draft,
  options: Options,
  context: DerivationContext,
): Promise<Derived> {
  const { request } = context
  const { recipes } = makeServiceParts(context)
  const { examine } = draft
  // A recipe reads the page itself, which is not redacted.
  if (!examine || request.redaction) return asJson(draft, options, context)
  const { schema: wanted } = options
  const page: RecipePage = {
    run: async (recipe) => (await examine({ recipe: { recipe, schema: wanted } })).extracted,
    async outline(lengthMax) {
      const { outline } = await examine({ outlineLengthMax: lengthMax })
      return outline && (await context.withhold({ outline }, request)).members.outline
    },
  }
  const host = new URL(draft.document.metadata.url).host
  const key = { teamId: request.teamId, host, wanted: { schema: wanted, prompt: options.prompt } }
  const stored = await recipes.find(key)
  const repeated = stored && (await page.run(stored))
  if (repeated && repeated.share >= shareMin) return toDerived(repeated, prices.storedRecipePage)
  const limited = { ...context, calls: createPageBudget(draft.material?.markdown.length ?? 0) }
  const asked = answerContext(limited)
  const made = asked && (await makeRecipe(page, options, { draft, asked }))
  if (!made || made.result.share === 0) {
    const derived = await asJson(draft, options, limited)
    return asked ? withWarning(derived, noRecipe) : derived
  }
  const isKept = made.result.share >= shareMin && asked?.caller.zeroDataRetention === false
  return {
    ...toDerived(made.result, prices.newRecipePage),
    ...(isKept && { extraWrites: (sql) => recipes.save(key, made.recipe, sql) }),
  }
}

const noRecipe =
  'deterministicJson: the language model found no selectors for this page; its data were made as those of json.'

const withWarning = (derived: Derived, warning: string): Derived => ({
  ...derived,
  warning: [warning, derived.warning ?? []].flat().join(' '),
})

/** Without a recipe the data are made as those of the format `json` are. */
function asJson(draft: Draft, options: Options, context: DerivationContext): Promise<Derived> {
  const made = jsonFormat.derive?.(draft, { ...options, type: 'json' }, context)
  return made ?? Promise.resolve({})
}

/** Asks for a recipe, and once more for what it does not find. Undefined for content without elements and without a recipe. */
async function makeRecipe(
  page: RecipePage,
  options: Options,
  { draft, asked }: { readonly draft: Draft; readonly asked: AnswerContext },
): Promise<{ readonly recipe: Recipe; readonly result: RecipeResult } | undefined> {
  const room = (asked.model.contextTokens - asked.model.outputTokensMax) * charactersPerToken
  const outline = await page.outline(Math.min(outlineLengthMax, room))
  if (!outline) return undefined
  const recipeRequest = { ...options, url: draft.document.metadata.url, outline }
  let best: { readonly recipe: Recipe; readonly result: RecipeResult } | undefined
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const unfilled = best?.result.unfilled ?? []
    const recipe = await recipeOrNothing({ ...recipeRequest, unfilled }, asked)
    if (!recipe) break
    const result = await page.run(recipe)
    if (result && result.share >= (best?.result.share ?? 0)) best = { recipe, result }
    if (best && best.result.share >= shareMin) break
  }
  return best
}

/** Undefined where the model gives no recipe or is not available. */
async function recipeOrNothing(...[wanted, asked]: Parameters<typeof recipeOfPage>) {
  try {
    return await recipeOfPage(wanted, asked)
  } catch (thrown) {
    asked.caller.signal.throwIfAborted()
    if (lacksModel(thrown)) return undefined
    throw thrown
  }
}

function toDerived({ value, unfilled }: RecipeResult, pageCredits: number): Derived {
  const named = unfilled.slice(0, 20).join(', ')
  return {
    members: { json: value },
    pageCredits,
    ...(named !== '' && { warning: `These values were not found on the page: ${named}.` }),
  }
}
