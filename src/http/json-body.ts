import { ServiceError } from '#kernel/errors.ts'
import { exceededSize } from '#kernel/json-size.ts'
import { refuseNul } from './nul.ts'

/**
 * Deeper than any schema of ours, which keeps recursive code downstream off the end of the stack; far more members than
 * any schema of ours has, and few enough to be refused quickly; a list of 100,000 URLs and everything beside it.
 */
const sizesMax = { depth: 128, members: 20_000, values: 150_000 }

const escapedNul = '\\u0000'

/**
 * Reads a JSON body whatever its Content-Type says, because `curl -d` labels JSON as a form.
 * No bytes are no body. Fails with `BAD_REQUEST_INVALID_JSON`, and with `BAD_REQUEST` for text with NUL and for more
 * members or values than a body may have, which is found out before they are read.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  refuseUnreasonable(bytes)
  const body = parse(bytes)
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
