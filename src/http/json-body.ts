import { ServiceError } from '#kernel/errors.ts'
import { exceededSize } from '#kernel/json-size.ts'
import { createYields } from '#kernel/event-loop.ts'
import { refuseNul } from './nul.ts'

/**
 * Limits of a body: more depth, members and values than any schema of the API needs (a list of 100,000 URLs), and few enough to
 * protect recursive code and to be refused quickly.
 */
const sizesMax = { depth: 128, members: 20_000, values: 150_000 }

const escapedNul = '\\u0000'

/**
 * Parses a JSON body with any Content-Type, because `curl -d` labels JSON as a form. An empty body is undefined. Fails with
 * `BAD_REQUEST_INVALID_JSON`, and with `BAD_REQUEST` for text with NUL and, before parsing, for too many members or
 * values.
 */
export function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  refuseUnreasonable(bytes)
  const body = parse(bytes)
  if (bytes.includes(escapedNul)) refuseNul(body)
  return body
}

/** The same, with pauses between the steps: a large body does not block the event loop for all of them together. */
export async function readJsonInSteps(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return undefined
  const yields = createYields()
  refuseUnreasonable(bytes)
  await yields.next()
  const body = parse(bytes)
  await yields.next()
  if (bytes.includes(escapedNul)) refuseNul(body)
  return body
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new ServiceError('BAD_REQUEST_INVALID_JSON', undefined, { cause })
  }
}

function refuseUnreasonable(bytes: Buffer): void {
  const exceeded = exceededSize(bytes, sizesMax)
  if (exceeded === 'depth')
    throw new ServiceError(
      'BAD_REQUEST_INVALID_JSON',
      `The body is nested deeper than ${sizesMax.depth} levels.`,
    )
  if (exceeded === 'members')
    throw new ServiceError(
      'BAD_REQUEST',
      `The body has more than ${sizesMax.members} object members.`,
    )
  if (exceeded === 'values')
    throw new ServiceError('BAD_REQUEST', `The body has more than ${sizesMax.values} values.`)
}
