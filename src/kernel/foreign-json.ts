import { exceededSize, type JsonSizes } from './json-size.ts'

/** More than any service answers, and few enough to be parsed in a moment. */
const sizesMax: JsonSizes = { depth: 100, members: 100_000, values: 150_000 }

/**
 * Parses JSON that another program has written: a service, a model, a client. Throws `SyntaxError` for what is no JSON, and, before
 * anything is made of it, for JSON that is nested too deeply or has too many members or values. Its length is for the caller to bound.
 */
export function parseForeignJson(json: string, max: JsonSizes = sizesMax): unknown {
  refuseLargeJson(json, max)
  return JSON.parse(json)
}

/** The check alone, for JSON that a package parses. */
export function refuseLargeJson(json: string, max: JsonSizes = sizesMax): void {
  const exceeded = exceededSize(Buffer.from(json), max)
  if (exceeded) throw new SyntaxError(`The JSON exceeds ${max[exceeded]} ${unitOf[exceeded]}.`)
}

const unitOf = { depth: 'levels', members: 'members', values: 'values' } as const
