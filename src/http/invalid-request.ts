import type { z } from 'zod'
import { ServiceError, type ErrorDetail } from '#kernel/errors.ts'

type Issue = z.core.$ZodIssue

const unknownKeys =
  'Unrecognized key in body -- please review the v2 API documentation for request body changes'
const notUuid = 'Invalid job ID format. Job ID must be a valid UUID.'

/** Turns zod's findings into the one error shape callers see (contract section 2). */
export function invalidRequest(error: z.ZodError, where = 'body'): ServiceError {
  const issues = flatten(error.issues, [])
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
function flatten(issues: readonly Issue[], base: readonly PropertyKey[]): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const path = [...base, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => {
        const message = `Unrecognized key: "${key}"`
        return { ...issue, keys: [key], path: [...path, key], message }
      })
    const branches = issue.code === 'invalid_union' ? issue.errors : []
    const furthest = branches.toSorted((a, b) => reach(b) - reach(a))[0]
    return furthest ? flatten(furthest, path) : [{ ...issue, path }]
  })
}

/** Deeper is further; on the same level, a refused value is further than a refused kind of value. */
function reach(branch: readonly Issue[]): number {
  const depths = branch.map(({ code, path }) => path.length * 2 + (code === 'invalid_type' ? 0 : 1))
  return Math.max(0, ...depths)
}

function toDetail({ code, path, message }: Issue): ErrorDetail {
  return {
    code: code ?? 'custom',
    path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    message,
  }
}
