import type { JsonSchema } from '#schemas/json-schema.ts'
import type { PageContext } from './answer.ts'
import { pathText, type Gap } from './gaps.ts'
import type { WantedJson } from './json.ts'
import {
  aboutPage,
  linkRule,
  pageMessage,
  pageRules,
  restoreLinks,
  shortenLinks,
  pickStated,
  type PageForModel,
} from './page-material.ts'

interface GapsQuestion {
  readonly gaps: readonly Gap[]
  readonly wanted: WantedJson
}

/** More are not asked for again. */
const gapsMax = 20

const instructions = `You look for single values on a web page. ${pageRules}
Copy each value exactly as it stands on the page. Use null when the page does not have it. Never guess.
${linkRule}`

/** Asks once more for values that are required; each in its position is the value, or undefined when the page has none. */
export async function askGaps(
  page: PageForModel,
  { gaps, wanted }: GapsQuestion,
  { model, caller, work }: PageContext,
): Promise<readonly unknown[]> {
  const asked = gaps.slice(0, gapsMax)
  const schema = makeSchema(asked, wanted.schema)
  const { text, addresses } = shortenLinks(page.material.markdown)
  const { prompt } = wanted
  const outcome = await model.askJson(
    {
      instructions,
      texts: [
        `Values that are missing so far.${prompt === undefined ? '' : ` They belong to: ${prompt}`}`,
        pageMessage('facts', aboutPage(page)),
        pageMessage('text', text),
      ],
      schema,
    },
    caller,
  )
  if (outcome.state !== 'answered') return []
  const found = restoreLinks(outcome.value, addresses)
  const answered = await work.run(
    'check',
    { value: found, schema, stated: pickStated(page) },
    caller,
  )
  const values = answered.value as Readonly<Record<string, unknown>>
  return asked.map((_gap, index) => values[makeName(index)] ?? undefined)
}

const makeName = (index: number) => `value${index + 1}`

/** One optional property for each gap. What these refer to is among the definitions, as in the whole schema. */
function makeSchema(gaps: readonly Gap[], whole: JsonSchema = {}): JsonSchema {
  const properties = gaps.map(({ path, schema }, index) => {
    const { description } = schema
    const said = typeof description === 'string' ? ` (${description})` : ''
    const option = { ...schema, description: `${pathText(path)}${said}` }
    return [makeName(index), { anyOf: [option, { type: 'null' }] }] as const
  })
  const { $defs, definitions } = whole
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}
