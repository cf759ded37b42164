import { mergeAnswers } from '#answers/merge.ts'
import { isObject } from '#kernel/json-values.ts'
import type { RunEnd, RunResult } from '#features/agent/runs/run.ts'
import { checkResult } from './check-result.ts'
import type { RunScope } from './run-scope.ts'

/** The end of a run whose result was accepted, or could not be. */
export function endedRun(scope: RunScope, outcome: unknown): RunEnd {
  if (isObject(outcome) && typeof outcome['failure'] === 'string')
    return failedEnd(scope, outcome['failure'])
  const { spent } = scope.budget
  const result = outcome as RunResult
  return {
    state: 'succeeded',
    result,
    credits: spent,
    tokens: scope.journal.spent.tokens,
    announced: [{ creditsUsed: spent, data: result.data }],
  }
}

/** Failed runs are free. */
export const failedEnd = ({ journal }: RunScope, error: string): RunEnd => ({
  state: 'failed',
  error,
  result: {},
  credits: 0,
  tokens: journal.spent.tokens,
  announced: [{ creditsUsed: 0 }],
})

/** A run that its credits have ended: what was noted, as far as a source says it. */
export async function limitedEnd(scope: RunScope): Promise<RunEnd> {
  const { maxCredits } = scope.run.request.body
  const error = `The run was ended by its credit limit of ${maxCredits}, or because the team has no more credits.`
  const partial = await partialOf(scope)
  return { ...failedEnd(scope, error), state: 'credit_limit_reached', result: partial }
}

async function partialOf(scope: RunScope): Promise<RunResult> {
  const { schema } = scope.run.request.body
  const found = await scope.findings.list()
  if (found.length === 0) return {}
  const numbers = [...new Set(found.flatMap(({ sources }) => sources))]
  const named = await scope.sources.list(numbers)
  const sources = named.map(({ url, title }) => ({ url, title }))
  if (!schema) return { partial: { findings: found.map(({ record }) => record), sources } }
  const merged = mergeAnswers(found.map(({ record }) => record))
  const { value, isValid } = await checkResult(scope, merged, numbers)
  return { partial: value, partialSchemaValid: isValid, sources }
}
