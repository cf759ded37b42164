import { z } from 'zod'
import { isObject, type JsonObject } from '#base/json-values.ts'
import { json, parseAnswer, type KeyEndpoint } from '#http/endpoint.ts'

/** A JSON object whose members are not known here. */
export type Members = JsonObject

type HandleInput = Parameters<KeyEndpoint['handle']>[0]

interface Older {
  readonly path: `/v${1 | 2}/${string}`
  readonly method?: KeyEndpoint['method']
  /** Schema of the older body, whose output is a body of version 2. */
  readonly body?: z.ZodType<Members>
  readonly toAnswer?: (answer: Members, input: HandleInput) => Members
}

const Reply = z.looseObject({ success: z.boolean().optional() })

/** The version 1 of an operation: an address, body and answer of its own, and everything else of version 2. */
export function olderOperation(current: KeyEndpoint, older: Older): KeyEndpoint {
  const { path, method = current.method, body, toAnswer = (answer) => answer } = older
  const { operationId: _name, ...rest } = current
  return {
    ...rest,
    path,
    method,
    isOlder: true,
    ...(body && current.body && { body: json(body.pipe(current.body.schema)) }),
    reply: json(Reply),
    handle: async (input) =>
      toAnswer((await parseAnswer(await current.handle(input))) as Members, input),
  }
}

/** Clients of version 1 send null for what is not set. */
export const olderBody = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.preprocess(withoutNulls, z.looseObject(shape))

const withoutNulls = (body: unknown): unknown =>
  isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body

/** The same link to version 1. */
export const toOlderLink = (link: string, baseUrl: string): string =>
  link.startsWith(`${baseUrl}/v2/`) ? `${baseUrl}/v1/${link.slice(baseUrl.length + 4)}` : link
