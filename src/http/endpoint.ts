import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { z } from 'zod'
import type { Account, RateBucket, RouteGroup } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { fromJson } from '#kernel/from-json.ts'
import type { Role } from '#kernel/console-session.ts'
import type { ErrorCode } from '#kernel/errors.ts'
import type { GivenReply } from '#kernel/reply.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import type { ConsoleEndpoint } from './console-endpoint.ts'
import type {
  EndpointAddress,
  FileReply,
  FormBody,
  JsonBody,
  JsonReply,
  Maybe,
  OperationText,
  Output,
} from './endpoint-parts.ts'
import type { LinkEndpoint } from './link-endpoint.ts'
import type { OperatorEndpoint } from './operator-endpoint.ts'

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
  | OperatorEndpoint
  | PublicEndpoint

export const json = <Schema extends z.ZodType>(schema: Schema): JsonBody<Schema> => ({
  type: 'json',
  schema,
})
export const form = <Schema extends z.ZodType>(schema: Schema): FormBody<Schema> => ({
  type: 'form',
  schema,
})

/** What an API key must have for a request to be accepted. */
interface KeyAccess {
  readonly access: 'key'
  /** The parameter `key` of the path is the API key, for clients that cannot send headers. */
  readonly hasKeyInPath?: true
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
  /** An operation for public clients alone, as those of older versions. Not described by OpenAPI. */
  readonly isOlder?: true
}

interface TypedKeyEndpoint<
  Params extends Maybe<z.ZodObject>,
  Query extends Maybe<z.ZodObject>,
  Body extends Maybe<z.ZodType>,
  Reply extends z.ZodType,
>
  extends EndpointAddress, KeyAccess, OperationText {
  readonly params?: Params
  readonly query?: Query
  readonly body?: JsonBody<Body> | FormBody<Body>
  readonly reply: JsonReply<Reply>
  /** Whether the response may be stored for the idempotency key of this body. */
  readonly isIdempotent?: (body: Output<Body>, account: Account) => boolean
  /** Whether it reports events to clients that accept `text/event-stream`. */
  readonly reportsEvents?: true
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
  /** Returns the reply, or its JSON. */
  readonly handle: (input: {
    params: Output<Params>
    query: Output<Query>
    body: Output<Body>
    file: UploadedFile | undefined
    call: Call
    /** Scheme and host the caller used, for absolute links: `https://api.example.org`. */
    baseUrl: string
  }) => Promise<GivenReply<z.input<Reply>> | Buffer>
}

/** What an endpoint returned; of one that writes its JSON itself, parsed. */
export const parseAnswer = async (answer: object | Buffer): Promise<object> =>
  Buffer.isBuffer(answer) ? ((await fromJson(answer)) as object) : answer

/** An operation of the API. Its schemas were checked where it was defined; here the table is heterogeneous. */
// oxlint-disable-next-line typescript/no-explicit-any
export type KeyEndpoint = TypedKeyEndpoint<any, any, any, any>

/** Defines an operation of the API; the schemas give `handle` its types. */
export function keyEndpoint<
  Reply extends z.ZodType,
  Params extends Maybe<z.ZodObject> = undefined,
  Query extends Maybe<z.ZodObject> = undefined,
  Body extends Maybe<z.ZodType> = undefined,
>(definition: WithUsual<TypedKeyEndpoint<Params, Query, Body, Reply>>): KeyEndpoint {
  return { ...usual, ...definition, access: 'key' }
}

/** A definition that may leave out what most endpoints have. */
type WithUsual<Typed extends KeyAccess & OperationText> = Omit<
  Typed,
  'access' | keyof typeof usual
> &
  Partial<Pick<Typed, keyof typeof usual>>

const usual = { creditsRequired: 0, errors: [] } as const

interface TypedKeyFileEndpoint<Params extends Maybe<z.ZodObject>, Query extends Maybe<z.ZodObject>>
  extends Omit<EndpointAddress, 'method'>, KeyAccess, OperationText {
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
>(definition: Omit<WithUsual<TypedKeyFileEndpoint<Params, Query>>, 'method'>): KeyFileEndpoint {
  return { ...usual, ...definition, access: 'key', method: 'GET' }
}

/** JSON messages over a WebSocket. The sub-protocol is the API key of the client, or a ticket of the console. */
export interface EventsEndpoint extends Omit<EndpointAddress, 'method'>, KeyAccess {
  readonly method: 'GET'
  readonly reply: { readonly type: 'events' }
  /** Messages, as JSON, until the subject ends. The parameters of the path and the query are unchecked. Fails as other endpoints do. */
  readonly handle: (input: {
    readonly params: Readonly<Record<string, string>>
    readonly query: URLSearchParams
    readonly call: Call
  }) => AsyncIterable<Buffer>
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
export interface ExchangeEndpoint extends Omit<EndpointAddress, 'method'>, KeyAccess {
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

/** `wire` is the connection below the WebSocket. */
type ServeSocket = (socket: WebSocket, wire: Duplex) => void

/** A WebSocket that the feature serves itself. A token in the URL is the permission. */
export interface SocketEndpoint extends Omit<EndpointAddress, 'method'> {
  readonly access: 'token'
  readonly method: 'GET'
  readonly reply: { readonly type: 'socket' }
  /** Returns what serves the open socket. Fails with `NOT_FOUND` for a token that gives no access. */
  readonly handle: (input: {
    readonly params: Readonly<Record<string, string>>
    readonly query: URLSearchParams
    /** Aborts when the connection closes, also if it never becomes a WebSocket. */
    readonly closed: AbortSignal
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

interface PublicInput {
  readonly params: Readonly<Record<string, string>>
  readonly baseUrl: string
  /** The header `Accept`; empty without one. */
  readonly accept: string
  /** Whether the client decompresses Brotli. */
  readonly acceptsBrotli: boolean
  /** A header of the request, by its name in lower case. */
  readonly findHeader: (name: string) => string | undefined
}

interface PublicAddress extends Omit<EndpointAddress, 'method'> {
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
