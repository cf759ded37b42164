/** An object of parsed JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Unlike `Array.isArray`, leaves the items unknown. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
