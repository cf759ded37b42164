import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { AgentCode, ErrorCode } from '#kernel/errors.ts'
import type { GivenReply } from '#kernel/reply.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface EndpointAddress {
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
  readonly errors: readonly (ErrorCode | AgentCode)[]
  /**
   * Texts of 400 for requests that match the schemas: their members exclude one another in a way that no schema says, or what the team
   * has decides. `…` stands for what varies.
   */
  readonly refusals?: readonly string[]
}

export interface JsonBody<Schema = z.ZodType> {
  readonly type: 'json'
  readonly schema: Schema
}

/** A form with a file, whose part `options` is the JSON of the schema; plain JSON is accepted too. */
export interface FormBody<Schema> {
  readonly type: 'form'
  readonly schema: Schema
}

/** A file of at most 50 MB that the handler reads: the body itself, or the only part of a form. */
export interface StreamBody {
  readonly type: 'stream'
  /** The one that OpenAPI describes; both are accepted. */
  readonly mediaType: 'application/octet-stream' | 'multipart/form-data'
}

export interface JsonReply<Schema extends z.ZodType = z.ZodType> {
  readonly type: 'json'
  readonly schema: Schema
  /** HTTP status of a value; 200 when absent. */
  readonly getStatus?: (value: GivenReply<z.input<Schema>>) => number
}

export interface FileReply {
  readonly content: Buffer | string | Readable
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  /** HTTP status; 200 when absent. */
  readonly status?: number
}

export type Maybe<T> = T | undefined
export type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
