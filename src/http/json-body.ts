import { ServiceError } from '#kernel/errors.ts'
import { refuseNul } from './nul.ts'

/** Deeper than any schema of ours; keeps recursive code downstream off the end of the stack. */
const depthMax = 128

const escapedNul = '\\u0000'
const quote = 0x22
const backslash = 0x5c
/** `[ { ] }` by their bytes. */
const depthChange = new Map([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
])

/**
 * Reads a JSON body whatever its Content-Type says, because `curl -d` labels JSON as a form.
 * No bytes are no body. Fails with `BAD_REQUEST_INVALID_JSON`, and with `BAD_REQUEST` for text with NUL.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (isTooDeep(bytes)) {
    throw new ServiceError(
      'BAD_REQUEST_INVALID_JSON',
      `The body is nested deeper than ${depthMax} levels.`,
    )
  }
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

function isTooDeep(bytes: Buffer): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte === backslash) index++
    else if (byte === quote) isInText = !isInText
    else if (!isInText) depth += depthChange.get(byte) ?? 0
    if (depth > depthMax) return true
  }
  return false
}
