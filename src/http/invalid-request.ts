import { z } from 'zod'
import { ServiceError, type ErrorDetail } from '#kernel/errors.ts'

type Issue = z.core.$ZodIssue

const unknownKeys =
  'Unrecognized key in body -- please review the v2 API documentation for request body changes'
const notUuid = 'Invalid job ID format. Job ID must be a valid UUID.'

/** More than an answer shows. */
const issuesMax = 1_000
/** Values of a body for which everything that is wrong is looked for; of others, so many of each list and object. */
const smallValuesMax = 2_000
const smallItemsMax = 500

/**
 * The parsed value, or the failure that callers see. A body with many values is checked up to its first fault, and the
 * findings are those of its first members and items, so that refusing it costs no more than accepting it.
 */
export function checkRequest(schema: z.ZodType, data: unknown, where: string | undefined) {
  if (!isSmall(data) && !z.validate(schema, data)) {
    const { error } = schema.safeParse(firstOf(data))
    return { error: error ? invalidRequest(error, where) : new ServiceError('BAD_REQUEST', late) }
  }
  const result = schema.safeParse(data)
  return result.success ? { value: result.data } : { error: invalidRequest(result.error, where) }
}

const late = `A list or an object has an invalid value after its first ${smallItemsMax}.`

/** Counts up to the limit and no further. */
function isSmall(data: unknown): boolean {
  let left = smallValuesMax
  const count = (value: unknown): boolean => {
    left -= 1
    if (left < 0) return false
    return typeof value !== 'object' || value === null || Object.values(value).every(count)
  }
  return count(data)
}

function firstOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, smallItemsMax).map(firstOf)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).slice(0, smallItemsMax)
  return Object.fromEntries(members.map(([name, member]) => [name, firstOf(member)]))
}

/** Turns zod's findings into the one error shape callers see (docs/api/scrape.md). */
export function invalidRequest(error: z.ZodError, where = 'body'): ServiceError {
  const issues = flatten(error.issues, []).take(issuesMax).toArray()
  return new ServiceError('BAD_REQUEST', summary(issues, where), { details: issues.map(toDetail) })
}

function summary(issues: readonly Issue[], where: string): string | undefined {
  if (where === 'params' && issues.some(isJobIssue)) return notUuid
  if (issues.some(({ code }) => code === 'unrecognized_keys')) return unknownKeys
  const [first] = issues
  return first?.code === 'custom' ? first.message : undefined
}

/** Ids of jobs are called so in paths; others get the words of every other wrong value. */
const jobParams: ReadonlySet<unknown> = new Set(['jobId', 'id'])
const isJobIssue = ({ path }: Issue) => jobParams.has(path[0])

/** One finding per field: a failed union speaks through its branch that got furthest, unknown keys one by one. */
function* flatten(issues: readonly Issue[], base: readonly PropertyKey[]): Generator<Issue> {
  for (const issue of issues) {
    const path = [...base, ...issue.path]
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        yield {
          ...issue,
          keys: [key],
          path: [...path, key],
          message: `Unrecognized key: "${key}"`,
        }
      continue
    }
    const branches = issue.code === 'invalid_union' ? issue.errors : []
    const furthest = branches.toSorted((a, b) => reach(b) - reach(a))[0]
    if (furthest) yield* flatten(furthest, path)
    else yield { ...issue, path }
  }
}

/** Deeper is further; on the same level, a refused value is further than a refused kind of value. */
function reach(branch: readonly Issue[]): number {
  let furthest = 0
  for (const { code, path } of branch)
    furthest = Math.max(furthest, path.length * 2 + (code === 'invalid_type' ? 0 : 1))
  return furthest
}

function toDetail({ code, path, message }: Issue): ErrorDetail {
  return {
    code: code ?? 'custom',
    path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    message,
  }
}
