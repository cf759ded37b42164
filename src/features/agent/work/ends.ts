import { mergeAnswers } from '#answers/merge.ts'
import { isObject } from '#base/json-values.ts'
import type { RunEnd, RunResult } from '#features/agent/runs/run.ts'
import { finishTool, type FinishInput } from '#features/agent/tools/finish-tool.ts'
import { checkResult } from './check-result.ts'
import { closingResult } from './closing.ts'
import { sourcesOfAnswer, sourcesOfData } from './named-sources.ts'
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
    eventData: [{ creditsUsed: spent, data: result.data }],
  }
}

/** Failed runs are free. */
export const failedEnd = ({ journal }: RunScope, error: string): RunEnd => ({
  state: 'failed',
  error,
  result: {},
  credits: 0,
  tokens: journal.spent.tokens,
  eventData: [{ creditsUsed: 0 }],
})

/** A run that its credits have ended: what the model makes of the notes and pages at last, else the notes. */
export async function limitedEnd(scope: RunScope, goal: string): Promise<RunEnd> {
  const { maxCredits, schema } = scope.run.request.body
  const error = `The run was ended by its credit limit of ${maxCredits}, or because the team has no more credits.`
  const closing = await closingResult(scope, goal, finishTool(scope, 0))
  const result = schema ? await partialData(scope, closing) : await partialAnswer(scope, closing)
  return { ...failedEnd(scope, error), state: 'credit_limit_reached', result }
}

/** What the model gave at last, with the notes where it does not fit the schema; what no source says is null. */
async function partialData(scope: RunScope, closing: FinishInput | undefined): Promise<RunResult> {
  const found = await scope.findings.list()
  const last = closing?.data === undefined ? [] : [{ data: closing.data, sources: closing.sources }]
  const numbers = found.flatMap(({ sources }) => sources)
  const all = {
    data: mergeAnswers([...last.map(({ data }) => data), ...found.map(({ record }) => record)]),
    sources: [...new Set([...last.flatMap(({ sources }) => sources), ...numbers])],
  }
  const given = found.length === 0 ? last : [...last, all]
  const checked = await Promise.all(
    given.map(async ({ data, sources }) => {
      const result = await checkResult(scope, data, sources)
      return { ...result, sources: await sourcesOfData(scope, result.value, sources) }
    }),
  )
  const best = checked.find(({ isValid }) => isValid) ?? checked.at(-1)
  if (!best) return {}
  return { partial: best.value, partialSchemaValid: best.isValid, sources: best.sources }
}

async function partialAnswer(
  scope: RunScope,
  closing: FinishInput | undefined,
): Promise<RunResult> {
  const found = await scope.findings.list()
  if (closing?.answer !== undefined) {
    const { answer } = closing
    const sources = await sourcesOfAnswer(scope, { ...closing, answer })
    return { partial: { answer, sources }, sources }
  }
  if (found.length === 0) return {}
  const findings = found.map(({ record }) => record)
  const numbers = found.flatMap((finding) => finding.sources)
  const sources = await sourcesOfData(scope, findings, numbers)
  return { partial: { findings, sources }, sources }
}
