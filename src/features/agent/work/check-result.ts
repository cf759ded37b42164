import type { RefusedValue } from '#answers/check-evidence.ts'
import { withoutNulls } from './without-nulls.ts'
import type { RunScope } from './run-scope.ts'

/** A result with the members of the schema; what no source says is null. */
export interface CheckedResult {
  readonly value: unknown
  readonly refused: readonly RefusedValue[]
  /** Where it breaks the schema, other than by what is missing. */
  readonly errors: readonly string[]
  /** Whether it fits the schema as it is. */
  readonly isValid: boolean
}

/** Checks a result against its sources; all pages of the run when none is named. */
export async function checkResult(
  { run, sources, findings, findErrors, pageWork, call }: RunScope,
  data: unknown,
  numbers: readonly number[],
): Promise<CheckedResult> {
  const { schema = {} } = run.request.body
  const noted = (await findings.list()).flatMap((finding) => finding.sources)
  const all = (await sources.list()).map(({ number }) => number)
  const named = numbers.length === 0 ? all : [...new Set([...numbers, ...noted])]
  const caller = { teamId: run.teamId, signal: call.signal }
  const stated = { markdown: await sources.readText(named), text: '', facts: noFacts }
  const wanted = { value: data, schema, conforms: true, stated }
  const { value, refused } = await pageWork.run('check', wanted, caller)
  const found = await findErrors({ schema, value: withoutNulls(value) }, caller)
  const errors = found.filter((error) => !/required propert/i.test(error))
  const isValid = (await findErrors({ schema, value }, caller)).length === 0
  return { value, refused, errors, isValid }
}

const noFacts = { facts: [], lists: [] }
