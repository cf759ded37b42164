/** A request as the client sent it, to be shown and repeated: without credentials. */
export interface SentRequest {
  readonly method: string
  /** Without a query. */
  readonly path: string
  /** Undefined when there was none, or when it was too large to be kept. */
  readonly body?: unknown
}

/** Characters of the JSON of a body, its values and their depth; what has more is not kept. */
const bodyLengthMax = 20_000
const valuesMax = 5_000
const depthMax = 100

/** Members that may contain credentials, at any depth. */
const secretNames = /headers$|password|passphrase|secret|token|apikey|cookie|authorization/i

/** A JSON value without its members that may contain credentials; `isPartial` when there were some. */
export function withoutSecrets<Value extends object>(
  value: Value,
): { readonly value: Value; readonly isPartial: boolean } {
  let isPartial = false
  const text = JSON.stringify(value, (name, member: unknown) => {
    if (!secretNames.test(name)) return member
    isPartial = true
    return undefined
  })
  return { value: JSON.parse(text) as Value, isPartial }
}

/** Describes a request without its credentials. */
export function describeSent(method: string, path: string, body: unknown): SentRequest {
  let [values, length] = [0, 0]
  const keep = (value: unknown, depth: number): unknown => {
    values += 1
    if (typeof value === 'string') length += value.length
    if (typeof value !== 'object' || value === null) return value
    const width = Array.isArray(value) ? value.length : 0
    // What is too long is not written.
    if (depth > depthMax || values + width > valuesMax || length > bodyLengthMax) {
      values = Number.POSITIVE_INFINITY
      return undefined
    }
    if (Array.isArray(value)) return value.map((one) => keep(one, depth + 1))
    const members: [string, unknown][] = []
    for (const [name, member] of Object.entries(value)) {
      if (length > bodyLengthMax) break
      if (secretNames.test(name)) continue
      length += name.length
      members.push([name, keep(member, depth + 1)])
    }
    return Object.fromEntries(members)
  }
  const kept = keep(body, 0)
  const mayBeSmall = values <= valuesMax && length <= bodyLengthMax
  const isSmall = mayBeSmall && (JSON.stringify(kept) ?? '').length <= bodyLengthMax
  return { method, path, ...(isSmall && kept !== undefined && { body: kept }) }
}
