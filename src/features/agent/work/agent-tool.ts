import type { z } from 'zod'
import type { ToolResult } from '#llm/converse.ts'
import type { EventDraft, Producer } from '#features/agent/trace.ts'

/** What a tool gives, beside what the model reads; JSON. */
export interface AgentToolResult extends ToolResult {
  /** List price of the operations it has run. */
  readonly credits?: number
  /** What the trace shows of it; the text when absent. */
  readonly shown?: unknown
  readonly events?: readonly EventDraft[]
  /** Contents of artifacts, compressed, by the ids that events name. */
  readonly snapshots?: readonly PageSnapshot[]
  /** What the run came to, from the tool that ends it. */
  readonly outcome?: unknown
}

export interface PageSnapshot {
  readonly id: string
  readonly content: Uint8Array
}

/** A tool of an agent. */
export interface AgentTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
  /** Highest list price of a call. */
  creditsMax(input: unknown): number
  run(input: unknown, call: ToolCallOf): Promise<AgentToolResult>
}

export interface ToolCallOf {
  readonly id: string
  readonly agent: Producer
  readonly signal: AbortSignal
}

/** Defines a tool; the schema gives `run` its input. A number as `creditsMax` is that of every call. */
export function agentTool<Input extends z.ZodType>({
  creditsMax,
  ...tool
}: Omit<AgentTool, 'input' | 'run' | 'creditsMax'> & {
  readonly input: Input
  readonly creditsMax: number | ((input: z.output<Input>) => number)
  run(input: z.output<Input>, call: ToolCallOf): Promise<AgentToolResult>
}): AgentTool {
  return {
    ...tool,
    creditsMax: (input) =>
      typeof creditsMax === 'number' ? creditsMax : creditsMax(tool.input.parse(input)),
    run: (input, call) => tool.run(tool.input.parse(input), call),
  }
}
