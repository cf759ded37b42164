import type { z } from 'zod'
import type { Account, RateBucket, RouteGroup } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Maybe<S> = S | undefined

/** All there is to know about one endpoint: the guard, the meter and the OpenAPI file read this record too. */
interface Route<
  Params extends Maybe<z.ZodObject>,
  Query extends Maybe<z.ZodObject>,
  Body extends Maybe<z.ZodType>,
  Reply extends z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  /** Longer text and name of the operation in OpenAPI; derived from the rest when absent. */
  readonly description?: string
  readonly operationId?: string
  readonly tag: string
  /** Contract section 19.1. */
  readonly group: RouteGroup
  readonly bucket: RateBucket
  /** Credits that must be available before the request is accepted (contract section 1.1). */
  readonly creditsRequired: number
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly reply: Reply
  /** Failures of its own, beside those every endpoint shares; printed into OpenAPI. */
  readonly errors: readonly ErrorCode[]
  /** True when the answer may be kept for the idempotency key of this body (contract O4). */
  readonly isIdempotent?: (body: Output<Body>, account: Account) => boolean
  /** A form with a file is taken too; its part `options` is then the body. */
  readonly takesFile?: true
  /** Texts the contract words otherwise for this endpoint. */
  readonly messages?: Partial<Record<ErrorCode, string>>
  /** Where the contract lists all findings about the body in `error`: what it puts before them. */
  readonly invalidPrefix?: string
  readonly handle: (input: {
    params: Output<Params>
    query: Output<Query>
    body: Output<Body>
    file: UploadedFile | undefined
    call: Call
    /** Scheme and host the caller used, for absolute links: `https://api.example.org`. */
    baseUrl: string
  }) => Promise<z.input<Reply>>
}

/** Gives `handle` its types from the schemas beside it. */
export function route<
  Reply extends z.ZodType,
  Params extends Maybe<z.ZodObject> = undefined,
  Query extends Maybe<z.ZodObject> = undefined,
  Body extends Maybe<z.ZodType> = undefined,
>(definition: Route<Params, Query, Body, Reply>): AnyRoute {
  return definition
}

/** An endpoint of the contract that is answered 501. */
export interface MissingRoute {
  readonly methods: readonly string[]
  /** `:name` stands for one segment. */
  readonly path: `/${string}`
  readonly group: RouteGroup
  /** Subject of the sentence that says it is not available: `Search`. */
  readonly name: string
}

/** A route whose schemas do not matter here: the table is heterogeneous, each row was checked where it was written. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRoute = Route<any, any, any, any>
