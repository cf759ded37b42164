import { z } from 'zod'
import { ServiceError, type ErrorDetail } from '#kernel/errors.ts'

type Issue = z.core.$ZodIssue

const unknownKey = 'Unrecognized key in body'
const whatToDo = 'please review the v2 API documentation for request body changes'
const notUuid = 'Invalid job ID format. Job ID must be a valid UUID.'

/** More than a response contains. */
const issuesMax = 1_000
/** Bodies with up to this many values are validated completely; of larger ones, only the first items of each list and object. */
const smallValuesMax = 2_000
const smallItemsMax = 500

/**
 * Returns the parsed value or the error for the caller. A large body is parsed up to its first problem, and only its first members
 * and items are validated for the list of problems, so that refusing it costs no more than accepting it.
 */
export function checkRequest(schema: z.ZodType, data: unknown, where: string | undefined) {
  if (!isSmall(data) && !z.validate(schema, data)) {
    const { error } = schema.safeParse(takeFirst(data))
    return { error: error ? invalidRequest(error, where) : new ServiceError('BAD_REQUEST', late) }
  }
  const result = schema.safeParse(data)
  return result.success ? { value: result.data } : { error: invalidRequest(result.error, where) }
}

const late = `A list or an object has an invalid value after its first ${smallItemsMax}.`

/** Counts up to the limit. */
function isSmall(data: unknown): boolean {
  let left = smallValuesMax
  const count = (value: unknown): boolean => {
    left -= 1
    if (left < 0) return false
    return typeof value !== 'object' || value === null || Object.values(value).every(count)
  }
  return count(data)
}

function takeFirst(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, smallItemsMax).map(takeFirst)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).slice(0, smallItemsMax)
  return Object.fromEntries(members.map(([name, member]) => [name, takeFirst(member)]))
}

/** Converts zod issues into the error format of the API (docs/api/scrape.md). */
export function invalidRequest(error: z.ZodError, where = 'body'): ServiceError {
  const issues = flatten(error.issues, []).take(issuesMax).toArray()
  return new ServiceError('BAD_REQUEST', summary(issues, where), { details: issues.map(toDetail) })
}

function summary(issues: readonly Issue[], where: string): string | undefined {
  if (where === 'params' && issues.some(isJobIssue)) return notUuid
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys')
  if (where === 'body' && unknown) {
    // A member of the body itself is named by `details` alone.
    const name = unknown.path.length > 1 ? `: ${unknown.path.join('.')}` : ''
    return `${unknownKey}${name} -- ${whatToDo}`
  }
  const [first] = issues
  if (first === undefined || first.code === 'custom') return first?.message
  return first.path.length === 0 ? undefined : `${first.path.join('.')}: ${first.message}`
}

/** Path parameters with job ids have their own error text. */
const jobParams: ReadonlySet<unknown> = new Set(['jobId', 'id'])
const isJobIssue = ({ path }: Issue) => jobParams.has(path[0])

/** One problem per field: of a failed union that of the branch that matched most, unknown keys one by one. */
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

/** A deeper problem means a better match; at the same level, an invalid value is better than an invalid type. */
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
