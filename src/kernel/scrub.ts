const hidden = '[hidden]'
const depthMax = 6
const itemsMax = 100
const textLengthMax = 8_192

const secretName =
  /^(headers|cookies?|set-cookie)$|authorization|password|passwd|secret|credential|token|signature|api[-_]?key$/i

/** Removes secrets from a value to be logged: fields by name, texts by pattern. Does not change the input. */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= depthMax) return '[deep]'
  if (value instanceof Date) return value
  if (value instanceof Error) return scrub(describe(value), depth)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => scrub(item, depth + 1))
  const fields = Object.entries(value).slice(0, itemsMax)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, secretName.test(name) ? hidden : scrub(field, depth + 1)]),
  )
}

/** Replaces query strings and user info of URLs, bearer tokens, cookies and API keys. */
function scrubText(text: string): string {
  return text
    .slice(0, textLengthMax)
    .replaceAll(/:\/\/[^\s/?#@"']*@/g, `://${hidden}@`)
    .replaceAll(/\?(?<=:\/\/[^\s?#"'<>]*\?)[^\s"'<>]*/g, `?${hidden}`)
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=:-]+/gi, `$1 ${hidden}`)
    .replaceAll(/\b((?:set-)?cookie|(?:proxy-)?authorization):[^\r\n]*/gi, `$1: ${hidden}`)
    .replaceAll(/\bfc-[\w-]{8,}/g, hidden)
}

function describe(error: Error) {
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, code, message, stack, cause }
}
