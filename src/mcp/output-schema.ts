import { isObject } from '#base/json-values.ts'
import type { z } from 'zod'
import { makeMembers } from './input-schema.ts'
import type { McpTool } from './tool.ts'

type Json = Readonly<Record<string, unknown>>

/** A part of the text of a result that is too long, and how to read on. */
const cut = { part: {}, notes: { type: 'array' } }
/** Members that say nothing a model needs to know before a call. */
const silent = new Set(
  `success warning creditsUsed expiresAt createdAt completedAt duration dailyCapReached creditsRefundedToday
  dailyRefundCap alreadySubmitted partialSchemaValid threadTurn suggestions tokensUsed replacement killed pages blocks rawBase64 attributes jsonSources creditsCost`.split(
    /\s+/,
  ),
)

/**
 * Describes the data of results by the reply that they are, or by what is in its `data`: members with their types. None is required, because
 * a part of a long result has others. Without a reply the result is a text.
 */
export function outputSchema(
  reply: z.ZodType | undefined,
  { result, isLong }: Pick<McpTool, 'result' | 'isLong'>,
): Json {
  const members = reply ? makeMembers(reply) : { text: { type: 'string' } }
  const shown = result === 'data' ? findMembers(members['data']) : members
  const telling = Object.entries(shown).filter(([name]) => !silent.has(name))
  const properties = (telling.length > 0 ? telling : Object.entries(shown)).map(
    ([name, member]) => [name, readType(member as Json)],
  )
  return { type: 'object', properties: { ...Object.fromEntries(properties), ...(isLong && cut) } }
}

/** The members of an object, or of the objects that it may be. */
function findMembers(schema: unknown): Json {
  if (!isObject(schema)) return {}
  const { properties, anyOf = [] } = schema as { properties?: Json; anyOf?: readonly unknown[] }
  return Object.assign({}, properties, ...anyOf.map(findMembers)) as Json
}

/** Nothing for a text, and for what has several types. */
const readType = ({ type }: Json): Json =>
  typeof type !== 'string' || type === 'string' ? {} : { type }
