import { isObject } from '#base/json-values.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Answer, PageContext } from './answer.ts'
import { askParts, type PartedAnswer } from './ask-parts.ts'
import { withCallBudget } from './call-budget.ts'
import { notJson } from '#llm/read-json.ts'
import { createYields } from '#kernel/event-loop.ts'
import { askGaps } from './ask-gaps.ts'
import { findGaps, pathText, withMemberAt } from './gaps.ts'
import type { PageTasks } from './page-tasks.ts'
import { withNullableRequired } from './nullable-required.ts'
import {
  aboutPage,
  linkRule,
  pageMessage,
  pageRules,
  shortenLinks,
  pickStated,
  type PageForModel,
} from './page-material.ts'

/** What is wanted of a page as JSON. */
export interface WantedJson {
  readonly schema?: JsonSchema | undefined
  readonly prompt?: string | undefined
}

const namedMax = 20

const jsonInstructions = `You extract data from a web page. ${pageRules}
Answer only with what the page says. Take names, numbers, dates and other values exactly as they stand on the page; do not calculate, translate or complete them. Use null for what the page does not say. List every item that was asked for, in the order of the page.
${linkRule}`

const partRule = 'You see one part of the page; other parts are read separately.'

/** A schema of thousands of properties takes some milliseconds: between other work. */
async function makeNullable(schema: JsonSchema): Promise<JsonSchema> {
  const yields = createYields()
  await yields.next()
  const nullable = withNullableRequired(schema)
  await yields.next()
  return nullable
}

/**
 * Data of a page, by a language model. Every value that the page does not hold is taken out: required ones are asked for once
 * more. Throws `UNPROCESSABLE` when the model does not give data of the schema, and what `LanguageModel` throws.
 */
export async function jsonOfPage(
  page: PageForModel,
  wanted: WantedJson,
  given: PageContext,
): Promise<Answer<unknown>> {
  const { text: markdown, addresses } = shortenLinks(page.material.markdown)
  const context = withCallBudget(given, markdown.length)
  const about = aboutPage(page)
  const request = requestText(wanted)
  const schema = wanted.schema && (await makeNullable(wanted.schema))
  // The help of a command loads this module, and needs no writer of JSON.
  const { jsonPieces } = await import('#kernel/to-json.ts')
  const parted = await askParts(
    {
      markdown,
      *frame() {
        yield `${jsonInstructions}${request}${about}`
        yield* jsonPieces(schema ?? {})
      },
      makeQuestion: (part, isWhole) => ({
        instructions: isWhole ? jsonInstructions : `${jsonInstructions}\n${partRule}`,
        texts: [request, pageMessage('facts', about), pageMessage('text', part)],
        schema,
      }),
    },
    context,
  )
  if (parted.values.length === 0) return byRulesInstead(page, { wanted, parted }, context)
  const settled = await context.work.run(
    'settle',
    {
      answers: parted.values,
      addresses,
      schema: wanted.schema,
      isFilled: wanted.prompt === undefined && wanted.schema?.['type'] === 'object',
      stated: pickStated(page),
    },
    context.caller,
  )
  const { value, missing } = await closeGaps(settled, { page, wanted, parted }, context)
  const warnings = [
    ...partWarnings(parted),
    ...named(
      'These values were not found on the page and are left out',
      settled.refused.flatMap(({ path, isCorrected }) => (isCorrected === true ? [] : [path])),
    ),
    ...named(
      'These values of the language model contradict the page, whose own are given',
      settled.refused.flatMap(({ path, isCorrected }) => (isCorrected === true ? [path] : [])),
    ),
    ...named('The page does not state these required values, so they are null', missing),
  ]
  const isEmpty = isNothing(value)
  return {
    value,
    warnings: isEmpty ? [...warnings, nothingFound] : warnings,
    // Nothing is due for nothing.
    usedModel: !isEmpty,
    sources: settled.origins,
  }
}

const nothingFound =
  'json has no values: neither the language model nor the rules found on the page what was asked for.'

/** Whether a value holds nothing but nulls. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => isNothing(item))
  return isObject(value) ? Object.values(value).every(isNothing) : (value ?? null) === null
}

interface Failed {
  readonly wanted: WantedJson
  readonly parted: PartedAnswer
}

/**
 * What the rules read when the model gave nothing that can be used. Fails for a prompt alone, which rules cannot follow, and where the
 * model gave data of another schema and the rules do not find all that is required either.
 */
async function byRulesInstead(
  { material: { facts } }: PageForModel,
  { wanted: { schema }, parted }: Failed,
  { work, caller }: PageContext,
): Promise<Answer<unknown>> {
  if (schema?.['type'] !== 'object') return withoutValue(parted)
  const { value, missing, origins } = await work.run('fill', { schema, facts }, caller)
  const isOther = parted.failed.some(
    (failed) => failed.state === 'invalid' && !failed.errors.includes(notJson),
  )
  if (isOther && findGaps(value, schema).length > 0) return withoutValue(parted)
  const states = [...new Set(parted.failed.map(({ state }) => whyFailed[state]))].join(', ')
  return {
    value,
    warnings: [
      `The answer of the language model could not be used (${states}): json was filled by rules, without charge for the model.`,
      ...named('The page does not state', missing),
    ],
    usedModel: false,
    sources: origins,
  }
}

const whyFailed: Readonly<Record<PartedAnswer['failed'][number]['state'], string>> = {
  refused: 'it was empty or declined',
  cut: 'it was cut',
  spent: 'too many calls',
  'too-long': 'the prompt was cut',
  invalid: 'it does not fit the schema',
}

const requestText = ({ prompt, schema }: WantedJson): string => {
  if (prompt !== undefined && prompt.trim() !== '') return `What to extract: ${prompt}`
  return schema ? 'Extract the data of the schema.' : 'Extract the main data of the page.'
}

/** Asks once more for required values that are missing; those that stay missing are null. */
async function closeGaps(
  { value, gaps }: PageTasks['settle']['result'],
  { page, wanted, parted }: { page: PageForModel; wanted: WantedJson; parted: PartedAnswer },
  context: PageContext,
): Promise<{ readonly value: unknown; readonly missing: readonly string[] }> {
  if (gaps.length === 0) return { value, missing: [] }
  const found = parted.isWhole ? await askGaps(page, { gaps, wanted }, context) : []
  let closed = value
  const missing: string[] = []
  for (const [index, gap] of gaps.entries()) {
    const member = found[index] ?? null
    closed = withMemberAt(closed, gap.path, member)
    if (member === null) missing.push(pathText(gap.path))
  }
  return { value: closed, missing }
}

/** Nothing came of any part: the schema could not be met, the model declined, or its calls were used up. */
function withoutValue({ failed }: PartedAnswer): Answer<unknown> {
  const invalid = failed.find((outcome) => outcome.state === 'invalid')
  if (invalid) {
    throw new ServiceError(
      'UNPROCESSABLE',
      'The language model gave no data that fits the schema.',
      {
        details: invalid.errors
          .slice(0, namedMax)
          .map((message) => ({ code: 'custom', path: ['json'], message })),
      },
    )
  }
  if (failed.some(({ state }) => state === 'cut')) {
    throw new ServiceError(
      'UNPROCESSABLE',
      'The answer of the language model is too long. Ask for less, or have the operator raise WEIR_LLM_OUTPUT_MAX.',
    )
  }
  if (failed.some(({ state }) => state === 'too-long')) {
    throw new ServiceError(
      'SERVICE_UNAVAILABLE',
      'The language model cuts prompts. The operator can run "weir doctor --model" to see its context.',
    )
  }
  const warning = failed.some(({ state }) => state === 'spent')
    ? 'json is null: the language model gave no usable answer within the calls that a page may take.'
    : 'json is null: the language model declined to answer.'
  return { value: null, warnings: [warning], usedModel: false }
}

function partWarnings({ failed, omittedShare }: PartedAnswer): string[] {
  const percent = Math.max(1, Math.round(omittedShare * 100))
  return [
    ...(omittedShare > 0
      ? [
          `The page is longer than the language model can read; the last ${percent} % were left out.`,
        ]
      : []),
    ...(failed.length > 0
      ? [`${failed.length} parts of the page gave no usable answer; their data are missing.`]
      : []),
  ]
}

function named(sentence: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  const more = paths.length > namedMax ? ` and ${paths.length - namedMax} more` : ''
  return [`${sentence}: ${paths.slice(0, namedMax).join(', ')}${more}.`]
}
