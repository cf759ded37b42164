import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ModelUsage } from '#kernel/caller.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'

/** One message of a conversation with a model. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  /** Empty in messages of role `tool`. */
  readonly text: string
  /** Tools that the model has called; role `assistant`. */
  readonly calls?: readonly ToolCall[]
  /** What they gave; role `tool`. */
  readonly results?: readonly ToolOutput[]
}

/** A tool that a model wants to be run. */
export interface ToolCall {
  /** Unique within the conversation. */
  readonly id: string
  readonly name: string
  /** JSON as the model wrote it, which may be invalid. */
  readonly input: string
  /** What the provider wants back with the call in later requests. */
  readonly metadata?: SharedV4ProviderOptions
}

/** What the model gets back for a call. */
export interface ToolOutput {
  readonly id: string
  readonly name: string
  readonly text: string
  /** What replaces the text when the conversation grows long. */
  readonly short?: string
}

/** A tool as a model sees it. */
export interface ToolDeclaration {
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
}

/** How a model is instructed to return JSON, from the strictest mode to none. */
export type StructureMode = 'schema' | 'object' | 'tool' | 'text'

/** One call of a model. */
export interface ModelCall {
  readonly messages: readonly Message[]
  readonly outputTokensMax: number
  /** Absent for an answer in words. The schema is in the strict profile (`strict-schema.ts`); modes `object` and `text` need none. */
  readonly structure?: { readonly mode: StructureMode; readonly schema: JsonSchema | undefined }
  /** Tools that may be called instead of an answer in words. */
  readonly tools?: readonly ToolDeclaration[]
  /** The tool that has to be called. */
  readonly mustCall?: string
}

export interface ModelAnswer {
  readonly text: string
  /** Tools to be run, when the call offered some. */
  readonly calls: readonly ToolCall[]
  /**
   * - `stop`: complete
   * - `length`: cut at the output limit
   * - `refused`: the model or the provider's content filter declined
   */
  readonly finish: 'stop' | 'length' | 'refused'
  /** Undefined when the server does not say. */
  readonly usage: ModelUsage | undefined
}

/** A language model. Knows nothing of pages and of the API. */
export interface Model {
  /** Provider and name. */
  readonly id: string
  /** One call, without retries. Throws `ModelError`, or the reason of the signal. */
  ask(call: ModelCall, signal: AbortSignal): Promise<ModelAnswer>
}

/**
 * Why a call failed:
 * - `busy`: the server asked to slow down
 * - `server`: the server failed
 * - `connection`: no complete response arrived
 * - `broken`: the response is not of the protocol
 * - `structure`: the server does not support the structure mode
 * - `temperature`: the model does not accept a temperature
 * - `length`: the prompt is too long
 * - `rejected`: the key, the model or the request was not accepted
 * - `late`: no time was left
 */
export type ModelErrorKind =
  | 'busy'
  | 'server'
  | 'connection'
  | 'broken'
  | 'structure'
  | 'temperature'
  | 'length'
  | 'rejected'
  | 'spent'
  | 'late'

/** Has no text of the provider, which may quote prompts and keys. */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly kind: ModelErrorKind
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ModelErrorKind,
    { status, retryAfterMs }: { status?: number; retryAfterMs?: number | undefined } = {},
  ) {
    super(`The language model failed: ${kind}${status === undefined ? '' : ` (HTTP ${status})`}.`)
    this.kind = kind
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}
