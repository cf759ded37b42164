import { createHash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import type { GivenReply } from '#kernel/reply.ts'
import type { EndpointAddress, JsonBody, JsonReply, Maybe, Output } from './endpoint-parts.ts'

interface TypedOperatorEndpoint<
  Params extends Maybe<z.ZodObject>,
  Query extends Maybe<z.ZodObject>,
  Body extends Maybe<z.ZodType>,
  Reply extends z.ZodType,
> extends EndpointAddress {
  readonly access: 'operator'
  readonly params?: Params
  readonly query?: Query
  readonly body?: JsonBody<Body>
  readonly reply: JsonReply<Reply>
  readonly handle: (input: {
    params: Output<Params>
    query: Output<Query>
    body: Output<Body>
    /** Of the client. */
    address: string
  }) => Promise<GivenReply<z.input<Reply>>>
}

/** An endpoint for programs of the operator, which send `WEIR_ADMIN_KEY` as a bearer token. Not described by OpenAPI. */
// oxlint-disable-next-line typescript/no-explicit-any
export type OperatorEndpoint = TypedOperatorEndpoint<any, any, any, any>

/** Defines an endpoint of the operator; the schemas give `handle` its types. */
export function operatorEndpoint<
  Reply extends z.ZodType,
  Params extends Maybe<z.ZodObject> = undefined,
  Query extends Maybe<z.ZodObject> = undefined,
  Body extends Maybe<z.ZodType> = undefined,
>(definition: Omit<TypedOperatorEndpoint<Params, Query, Body, Reply>, 'access'>): OperatorEndpoint {
  return { ...definition, access: 'operator' }
}

const digest = (key: string) => createHash('sha256').update(key).digest()

/**
 * Returns a check of the header `Authorization`, in a time that tells nothing about the key. It fails with `UNAUTHORIZED` for another key,
 * and where there is none.
 */
export function createOperatorEntrance(adminKey: string | undefined) {
  return function enterOperator(authorization: string | undefined): void {
    const key = /^Bearer +(\S.*)$/i.exec(authorization ?? '')?.[1] ?? ''
    if (adminKey !== undefined && timingSafeEqual(digest(key), digest(adminKey))) return
    throw new ServiceError(
      'UNAUTHORIZED',
      'Send the value of WEIR_ADMIN_KEY in the header Authorization, after Bearer.',
    )
  }
}
