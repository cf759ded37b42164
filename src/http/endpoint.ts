import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import type { Account, RateBucket, RouteGroup } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import type { ConsoleSession, Role, Visitor } from '#kernel/console-session.ts'
import type { ErrorCode, ServiceError } from '#kernel/errors.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'

/**
 * One way into the service. The guard, the rate limit, the router, CORS, 405 and OpenAPI all read this record.
 * `access` says who may call it, `body` what it reads (absent: nothing) and `reply` what it returns.
 */
export type Endpoint =
  | KeyEndpoint
  | KeyFileEndpoint
  | ConsoleEndpoint
  | EventsEndpoint
  | ExchangeEndpoint
  | SocketEndpoint
  | LinkEndpoint
  | PublicEndpoint

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Address {
  readonly method: Method
  /** `:name` stands for one segment. */
  readonly path: `/${string}`
}

/** Text of an operation in the OpenAPI document. */
export interface OperationText {
  readonly summary: string
  /** Derived from the rest when absent, as is `operationId`. */
  readonly description?: string
  readonly operationId?: string
  readonly tag: string
  /** Failures of its own, in addition to those that every endpoint shares. */
  readonly errors: readonly ErrorCode[]
}

export interface JsonBody<Schema = z.ZodType> {
  readonly type: 'json'
  readonly schema: Schema
}

/** A form with a file, whose part `options` is the JSON of the schema; plain JSON is accepted too. */
interface FormBody<Schema> {
  readonly type: 'form'
  readonly schema: Schema
}

/** A file of at most 50 MB that the handler reads: the body itself, or the only part of a form. */
interface StreamBody {
  readonly type: 'stream'
  /** The one that OpenAPI describes; both are accepted. */
  readonly mediaType: 'application/octet-stream' | 'multipart/form-data'
}

interface JsonReply<Schema extends z.ZodType = z.ZodType> {
  readonly type: 'json'
  readonly schema: Schema
  /** HTTP status of a value; 200 when absent. */
  readonly statusOf?: (value: z.input<Schema>) => number
}

export interface FileReply {
  readonly content: Buffer | string | Readable
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  /** HTTP status; 200 when absent. */
  readonly status?: number
}

export const json = <Schema extends z.ZodType>(schema: Schema): JsonBody<Schema> => ({
  type: 'json',
  schema,
})
export const form = <Schema extends z.ZodType>(schema: Schema): FormBody<Schema> => ({
  type: 'form',
  schema,
})

type Maybe<T> = T | undefined
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What an API key must have for a request to be accepted. */
interface KeyAccess {
  readonly access: 'key'
  /** Group of endpoints that a key can be restricted to. */
  readonly group: RouteGroup
  /** Rate limit that the request counts against. */
  readonly bucket: RateBucket
  /** Credits that must be available before the request is accepted. */
  readonly creditsRequired: number
  /** Role that a session of the console needs; when absent, what reads needs a viewer and everything else a member. */
  readonly role?: Role
  /** Requests without a key are accepted, when the operator allows them. */
  readonly isKeyless?: true
}

interface TypedKeyEndpoint<
  Params extends Maybe<z.ZodObject>,
  Query extends Maybe<z.ZodObject>,
  Body extends Maybe<z.ZodType>,
  Reply extends z.ZodType,
>
  extends Address, KeyAccess, OperationText {
  readonly params?: Params
  readonly query?: Query
  readonly body?: JsonBody<Body> | FormBody<Body>
  readonly reply: JsonReply<Reply>
  /** Whether the response may be stored for the idempotency key of this body. */
  readonly isIdempotent?: (body: Output<Body>, account: Account) => boolean
  /** Headers of every response, for example that the endpoint is deprecated. */
  readonly headers?: Readonly<Record<string, string>>
  /** Error texts of this endpoint that differ from those of the error table. */
  readonly messages?: Partial<Record<ErrorCode, string>>
  /** Text and members of the answer to an invalid body, beside its details. */
  readonly invalidBody?: {
    readonly error: string
    readonly facts: Readonly<Record<string, string>>
  }
  /** Lists all findings about the body in `error`, after this prefix. */
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

/** An operation of the API. Its schemas were checked where it was defined; here the table is heterogeneous. */
// oxlint-disable-next-line typescript/no-explicit-any
export type KeyEndpoint = TypedKeyEndpoint<any, any, any, any>

/** Defines an operation of the API; the schemas give `handle` its types. */
export function keyEndpoint<
  Reply extends z.ZodType,
  Params extends Maybe<z.ZodObject> = undefined,
  Query extends Maybe<z.ZodObject> = undefined,
  Body extends Maybe<z.ZodType> = undefined,
>(definition: Omit<TypedKeyEndpoint<Params, Query, Body, Reply>, 'access'>): KeyEndpoint {
  return { ...definition, access: 'key' }
}

interface TypedKeyFileEndpoint<Params extends Maybe<z.ZodObject>, Query extends Maybe<z.ZodObject>>
  extends Omit<Address, 'method'>, KeyAccess, OperationText {
  readonly method: 'GET'
  readonly params?: Params
  readonly query?: Query
  readonly reply: { readonly type: 'file'; readonly mediaTypes: readonly string[] }
  readonly body?: undefined
  readonly isIdempotent?: undefined
  readonly handle: (input: {
    params: Output<Params>
    query: Output<Query>
    call: Call
    /** Scheme and host the caller used. */
    baseUrl: string
  }) => Promise<FileReply>
}

/** An operation of the API whose reply is a file. Text is compressed for clients that accept gzip. */
// oxlint-disable-next-line typescript/no-explicit-any
export type KeyFileEndpoint = TypedKeyFileEndpoint<any, any>

/** Defines an operation of the API whose reply is a file; the schemas give `handle` its types. */
export function keyFileEndpoint<
  Params extends Maybe<z.ZodObject> = undefined,
  Query extends Maybe<z.ZodObject> = undefined,
>(definition: Omit<TypedKeyFileEndpoint<Params, Query>, 'access' | 'method'>): KeyFileEndpoint {
  return { ...definition, access: 'key', method: 'GET' }
}

/** Who calls an endpoint of the console. */
export interface ConsoleInput {
  readonly visitor: Visitor
  /** Opens the session of this token in the browser; null ends the session of the browser. */
  readonly setCookie: (session: { readonly token: string; readonly expiresAt: Date } | null) => void
}

interface TypedConsoleEndpoint<
  Needs extends Role | 'nobody',
  Params extends Maybe<z.ZodObject>,
  Query extends Maybe<z.ZodObject>,
  Body extends Maybe<z.ZodType>,
  Reply extends z.ZodType,
> extends Address {
  readonly access: 'console'
  /** The role in the team that the session needs; `nobody` needs no session. */
  readonly role: Needs
  /** The password must have been entered within the last ten minutes. */
  readonly isSensitive?: true
  readonly params?: Params
  readonly query?: Query
  readonly body?: JsonBody<Body>
  readonly reply: JsonReply<Reply>
  readonly handle: (
    input: ConsoleInput & {
      params: Output<Params>
      query: Output<Query>
      body: Output<Body>
      session: Needs extends 'nobody' ? ConsoleSession | undefined : ConsoleSession
      call: Needs extends 'nobody' ? undefined : Call
    },
  ) => Promise<z.input<Reply>>
}

/** An endpoint of the console, for pages of this service alone. Not described by OpenAPI. */
// oxlint-disable-next-line typescript/no-explicit-any
export type ConsoleEndpoint = TypedConsoleEndpoint<any, any, any, any, any>

/** Defines an endpoint of the console; role and schemas give `handle` its types. */
export function consoleEndpoint<
  Needs extends Role | 'nobody',
  Reply extends z.ZodType,
  Params extends Maybe<z.ZodObject> = undefined,
  Query extends Maybe<z.ZodObject> = undefined,
  Body extends Maybe<z.ZodType> = undefined,
>(
  definition: Omit<TypedConsoleEndpoint<Needs, Params, Query, Body, Reply>, 'access'>,
): ConsoleEndpoint {
  // The gate has checked that a session is there where the role needs one.
  return { ...definition, access: 'console' } as ConsoleEndpoint
}

/** JSON messages over a WebSocket. The client sends its API key as the sub-protocol. */
export interface EventsEndpoint extends Omit<Address, 'method'>, KeyAccess {
  readonly method: 'GET'
  readonly reply: { readonly type: 'events' }
  /** Messages until the subject ends. The parameters of the path are unchecked. Fails as other endpoints do. */
  readonly handle: (input: {
    readonly params: Readonly<Record<string, string>>
    readonly call: Call
  }) => AsyncIterable<object>
}

/** Input of an operation that is part of a larger request; not checked yet. */
export interface OperationInput {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly signal: AbortSignal
}

/**
 * Performs an operation of the API for the caller, with the checks of a request of its own: key restrictions, rate limit, credits
 * and schema. Fails as that request would.
 */
export type Perform = (endpoint: KeyEndpoint, input: OperationInput) => Promise<object>

/** Messages of another protocol, which perform operations of the API. The response may be a stream of events. */
export interface ExchangeEndpoint extends Omit<Address, 'method'>, KeyAccess {
  readonly method: 'POST'
  readonly body: JsonBody
  readonly reply: { readonly type: 'exchange' }
  readonly handle: (input: {
    /** Method, URL and headers; its signal aborts when the client disconnects. */
    readonly request: Request
    readonly body: unknown
    readonly call: Call
    readonly perform: Perform
  }) => Promise<Response>
}

type ServeSocket = (socket: WebSocket) => void

/** A WebSocket that the feature serves itself. A token in the URL is the permission. */
export interface SocketEndpoint extends Omit<Address, 'method'> {
  readonly access: 'token'
  readonly method: 'GET'
  readonly reply: { readonly type: 'socket' }
  /** Returns what serves the open socket. Fails with `NOT_FOUND` for a token that gives no access. */
  readonly handle: (input: {
    readonly params: Readonly<Record<string, string>>
    readonly query: URLSearchParams
  }) => ServeSocket | Promise<ServeSocket>
}

/** True for operations of the API that return JSON. */
export const isOperation = (endpoint: Endpoint): endpoint is KeyEndpoint =>
  endpoint.access === 'key' && endpoint.reply.type === 'json'

/** True for operations of the API that return a file. */
export const isFileOperation = (endpoint: Endpoint): endpoint is KeyFileEndpoint =>
  endpoint.access === 'key' && endpoint.reply.type === 'file'

/** True for endpoints whose requests contain messages of another protocol. */
export const isExchange = (endpoint: Endpoint): endpoint is ExchangeEndpoint =>
  endpoint.reply.type === 'exchange'

/** True for endpoints that are served by upgrades instead of requests. */
export const isEvents = (endpoint: Endpoint): endpoint is EventsEndpoint =>
  endpoint.reply.type === 'events'

/** True for endpoints whose sockets the feature serves. */
export const isSocket = (endpoint: Endpoint): endpoint is SocketEndpoint =>
  endpoint.reply.type === 'socket'

interface LinkInput<Link> {
  readonly link: Link
  readonly signal: AbortSignal
}

interface LinkAccess<Link extends z.ZodObject> extends Address {
  readonly access: 'link'
  /** What permits the request: parameters of the path and the query, and members of a JSON body. */
  readonly link: Link
  /** Failure of a request whose link does not match the schema. */
  readonly invalidLink: () => ServiceError
  /** Absent: not described by OpenAPI. */
  readonly operation?: OperationText
}

interface JsonLink<Link extends z.ZodObject> extends LinkAccess<Link> {
  /** Of at most 16 KB; its members are part of the link. */
  readonly body: JsonBody
  readonly reply: JsonReply
  readonly handle: (input: LinkInput<z.output<Link>>) => Promise<object>
}

interface UploadLink<Link extends z.ZodObject> extends LinkAccess<Link> {
  readonly body: StreamBody
  readonly reply: JsonReply
  readonly handle: (
    input: LinkInput<z.output<Link>> & {
      /** Opens the body, once the link is known to be valid. Until then the limits of requests without a key apply. */
      readonly openBody: () => Promise<Readable>
    },
  ) => Promise<object>
}

interface FileLink<Link extends z.ZodObject> extends LinkAccess<Link> {
  readonly body?: undefined
  readonly reply: { readonly type: 'file' }
  readonly handle: (input: LinkInput<z.output<Link>>) => Promise<FileReply>
}

type TypedLinkEndpoint<Link extends z.ZodObject> =
  | JsonLink<Link>
  | UploadLink<Link>
  | FileLink<Link>

/** Needs no key: a signed link or a token in an e-mail is the permission. */
// oxlint-disable-next-line typescript/no-explicit-any
export type LinkEndpoint = TypedLinkEndpoint<any>

type WithoutAccess<T> = T extends unknown ? Omit<T, 'access'> : never

/** Defines an endpoint behind a link; the schema of the link gives `handle` its types. */
export function linkEndpoint<Link extends z.ZodObject>(
  definition: WithoutAccess<TypedLinkEndpoint<Link>>,
): LinkEndpoint {
  return { ...definition, access: 'link' }
}

interface PublicInput {
  readonly params: Readonly<Record<string, string>>
  readonly baseUrl: string
  /** The header `Accept`; empty without one. */
  readonly accept: string
  /** Whether the client decompresses Brotli. */
  readonly acceptsBrotli: boolean
}

interface PublicAddress extends Omit<Address, 'method'> {
  readonly access: 'public'
  readonly method: 'GET'
  /** Also served while the service is overloaded or stopping; its requests are logged at debug level. */
  readonly isOperational?: true
}

/** Endpoint without access control: pages, the OpenAPI document, health and metrics. Not described by OpenAPI. */
export type PublicEndpoint = PublicAddress &
  (
    | {
        readonly reply: JsonReply
        readonly handle: (input: PublicInput) => Promise<object>
      }
    | {
        readonly reply: { readonly type: 'file' }
        readonly handle: (input: PublicInput) => Promise<FileReply>
      }
    | {
        /** An HTML page whose scripts come from this service alone. */
        readonly reply: { readonly type: 'page' }
        readonly handle: (input: PublicInput) => Promise<string>
      }
  )

/** An endpoint of the API that this version does not have: returns 501. */
export interface MissingEndpoint {
  readonly methods: readonly string[]
  /** `:name` stands for one segment. */
  readonly path: `/${string}`
  readonly group: RouteGroup
  /** Subject of the sentence that says it is not available: `Search`. */
  readonly name: string
}
