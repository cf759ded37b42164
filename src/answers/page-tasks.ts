import type { Material } from '#content/content.ts'
import { fill, type Filled } from '#content/fill/fill.ts'
import type { PageFacts } from '#content/html/facts/page-facts.ts'
import { ServiceError } from '#kernel/errors.ts'
import { createStepCount, type Spend } from '#base/step-count.ts'
import { isObject } from '#base/json-values.ts'
import { withMember, type JsonSchema } from '#schemas/json-schema.ts'
import { checkEvidence, type CheckedValue } from './check-evidence.ts'
import { conform } from './conform.ts'
import { createFindEvidence, type Evidence, type FindLimits } from './evidence.ts'
import { findGaps, type Gap } from './gaps.ts'
import { jsonSources, type JsonSource } from './json-sources.ts'
import { mergeAnswers } from './merge.ts'
import { restoreLinks } from './page-material.ts'

/** What a page says, as values are looked up in it. */
export type Stated = Pick<Material, 'markdown' | 'facts' | 'text'>

/** Work in proportion to a page and to a schema or an answer, with its results. */
export interface PageTasks {
  /** A schema filled from a page. */
  readonly fill: {
    readonly input: { readonly schema: JsonSchema; readonly facts: PageFacts }
    readonly result: Filled & { readonly origins: readonly JsonSource[] }
  }
  /** The answers of a model to the parts of a page as one value, checked and completed, and what it still lacks. */
  readonly settle: {
    readonly input: {
      readonly answers: readonly unknown[]
      readonly addresses: readonly string[]
      readonly schema: JsonSchema | undefined
      /** Whether declared facts fill what the model has left out. */
      readonly isFilled: boolean
      readonly stated: Stated
    }
    readonly result: CheckedValue & {
      readonly gaps: readonly Gap[]
      readonly origins: readonly JsonSource[]
    }
  }
  /** The evidence check of a value; with `conforms`, the members of the schema alone. */
  readonly check: {
    readonly input: {
      readonly value: unknown
      readonly schema: JsonSchema | undefined
      readonly conforms?: boolean
      readonly stated: Stated
    }
    readonly result: CheckedValue
  }
  readonly find: {
    readonly input: { readonly values: readonly unknown[]; readonly stated: Stated }
    readonly result: readonly Evidence[]
  }
}

export type PageTask = {
  [Kind in keyof PageTasks]: { readonly kind: Kind; readonly input: PageTasks[Kind]['input'] }
}[keyof PageTasks]

/** Comparisons of names, cells and texts. */
const stepsMax = 30_000_000

interface Limits {
  readonly signal?: AbortSignal
  readonly stepsMax?: number
}

/** Fails with the reason of the signal, and with `UNPROCESSABLE` when it takes too many steps. */
export async function runPageTask(
  task: PageTask,
  { signal, ...limited }: Limits = {},
): Promise<PageTasks[keyof PageTasks]['result']> {
  const limits = { signal, spend: createStepCount(limited.stepsMax ?? stepsMax, tooMuch) }
  try {
    return await perform(task, limits)
  } catch (thrown) {
    throw ServiceError.expected(thrown) ?? thrown
  }
}

async function perform(
  task: PageTask,
  limits: FindLimits & { readonly spend: Spend },
): Promise<PageTasks[keyof PageTasks]['result']> {
  if (task.kind === 'fill') return fillWithOrigins(task.input, limits.spend)
  if (task.kind === 'settle') return settle(task.input, limits)
  const { stated } = task.input
  if (task.kind === 'check') {
    const { value, schema, conforms } = task.input
    const byRules = schema && takeSure(fill(schema, stated.facts, limits.spend))
    const checked = await checkEvidence(value, schema, { ...stated, ...limits, byRules })
    return conforms === true ? { ...checked, value: conform(checked.value, schema ?? {}) } : checked
  }
  const find = await createFindEvidence(stated, limits)
  const found: Evidence[] = []
  for (const value of task.input.values) found.push(await find(value))
  return found
}

/** Members that the model left out as the rules read them. Lists that both have are the model's. */
function withMissing(value: unknown, byRules: unknown): unknown {
  if (value === null || value === undefined) return byRules
  if (Array.isArray(value) && value.length === 0) return byRules ?? value
  if (!isObject(value) || !isObject(byRules)) return value
  let merged: JsonSchema = { ...value }
  for (const [name, read] of Object.entries(byRules))
    merged = withMember(
      merged,
      name,
      withMissing(Object.hasOwn(value, name) ? value[name] : undefined, read),
    )
  return merged
}

/** What the rules read by its name: what only its kind tells neither speaks against a model nor fills what it leaves out. */
function takeSure({ value, left }: Filled): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !left.includes(name)))
}

const tooMuch = () =>
  new ServiceError(
    'UNPROCESSABLE',
    'Comparing the page with the schema or the answer takes too many steps. Ask for less, or select a part of the page with includeTags.',
  )

function fillWithOrigins(
  { schema, facts }: PageTasks['fill']['input'],
  spend: Spend,
): PageTasks['fill']['result'] {
  const filled = fill(schema, facts, spend)
  const origins = jsonSources(filled.value, { schema, facts, filled, found: [] }, spend)
  return { ...filled, origins }
}

async function settle(
  { answers, addresses, schema, isFilled, stated }: PageTasks['settle']['input'],
  limits: FindLimits & { readonly spend: Spend },
): Promise<PageTasks['settle']['result']> {
  const merged = restoreLinks(mergeAnswers(answers), addresses)
  const filled =
    schema?.['type'] === 'object' ? fill(schema, stated.facts, limits.spend) : undefined
  const byRules = filled && takeSure(filled)
  const checked = await checkEvidence(merged, schema, { ...stated, ...limits, byRules })
  if (!schema) return { ...checked, gaps: [], origins: [] }
  const value = isFilled && filled ? withMissing(checked.value, byRules) : checked.value
  const { facts } = stated
  const { found } = checked
  const origins = jsonSources(value, { schema, facts, filled, found }, limits.spend)
  return { ...checked, value, gaps: findGaps(value, schema), origins }
}
