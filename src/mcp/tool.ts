import type { z } from 'zod'

/** `POST /v2/scrape`: names an endpoint of the API. */
export type OperationName = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /v2/${string}`

export type Arguments = Readonly<Record<string, unknown>>

/** What a tool may use while it runs. */
export interface ToolContext {
  /** Performs an operation of the API for the caller. Fails with the error of the API. */
  readonly ask: Ask
  /** The same after the call has been cancelled. */
  readonly cleanUp: Ask
  /** Most characters of the result. */
  readonly charactersMax: number
  /** Reports progress to the client, if it wants to know. */
  readonly onProgress: (progress: Progress) => Promise<void>
  /** Aborts when the client has cancelled the call or has left. */
  readonly signal: AbortSignal
  /** True when the client has cancelled the call; false when its connection has ended for another reason. */
  readonly isCancelled: () => boolean
}

type Ask = (operation: OperationName, input?: OperationArguments) => Promise<ToolReply>

export interface OperationArguments {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
}

/** A reply of the API: an object whose members depend on the operation. */
export type ToolReply = Readonly<Record<string, unknown>>

export interface Progress {
  readonly done: number
  readonly total: number
  readonly message: string
}

/** What a tool returns: a value that is written as JSON, or text. */
export interface McpToolResult {
  readonly value: unknown
  /** JSON without line breaks. */
  readonly isCompact?: true
  /** Call that returns the same text again, without cost where possible; `offset` is added. Absent: the arguments of this call. */
  readonly again?: { readonly name: ToolName; readonly args: Arguments }
  /** Sentences for the caller, apart from the content. */
  readonly notes?: readonly string[]
}

export type ToolName = `firecrawl_${string}`

/** A tool of the MCP server. Its input is described by the schema of its first operation. */
export interface McpTool {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  /** The effects that clients show to people. */
  readonly effects: 'reads' | 'reads the web' | 'changes' | 'changes the web' | 'deletes'
  /** Operations that it needs; it is offered to callers who may use all of them. */
  readonly operations: readonly [OperationName, ...OperationName[]]
  /** Members of the schema of the first operation: its parameters, its query and its body. */
  readonly fields: readonly string[]
  /** Members that differ from the schema. */
  readonly extra?: Readonly<Record<string, z.ZodType>>
  readonly required: readonly string[]
  /** Its results often have several parts, so that its description says how to ask for them. */
  readonly isLong?: true
  /** What its results are: the reply of its first operation when absent, that of another, `data` of the first, or a text. */
  readonly result?: OperationName | 'data' | 'text'
  run(args: Arguments, context: ToolContext): Promise<McpToolResult>
}
