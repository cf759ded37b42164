import { ServiceError } from '#kernel/errors.ts'
import { refuseNul } from './nul.ts'

/** Deeper than any schema of ours; keeps recursive code downstream off the end of the stack. */
const depthMax = 128

const escapedNul = '\\u0000'
const quote = 0x22
const backslash = 0x5c
const [opening, closing, member, separator] = [1, 2, 3, 4]
/** What a byte outside of texts means; 0 for most. */
const meanings = new Uint8Array(256)
for (const byte of Buffer.from('[{')) meanings[byte] = opening
for (const byte of Buffer.from(']}')) meanings[byte] = closing
meanings[0x3a] = member
meanings[0x2c] = separator

/** Members of all objects: far more than any schema of ours has, and few enough to be refused quickly. */
const membersMax = 20_000
/** A list of 100,000 URLs and everything beside it. */
const valuesMax = 150_000

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

/** One pass over the bytes, before anything is made of them. */
function refuseUnreasonable(bytes: Buffer): void {
  let [depth, members, separators] = [0, 0, 0]
  let isInText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte === backslash) index++
    else if (byte === quote) isInText = !isInText
    if (isInText) continue
    const meaning = meanings[byte]
    if (meaning === opening && ++depth > depthMax)
      throw new ServiceError(
        'BAD_REQUEST_INVALID_JSON',
        `The body is nested deeper than ${depthMax} levels.`,
      )
    if (meaning === closing) depth--
    else if (meaning === member && ++members > membersMax)
      throw new ServiceError('BAD_REQUEST', `The body has more than ${membersMax} object members.`)
    else if (meaning === separator && ++separators >= valuesMax)
      throw new ServiceError('BAD_REQUEST', `The body has more than ${valuesMax} values.`)
  }
}
