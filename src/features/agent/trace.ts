import { z } from 'zod'
import { time } from '#kernel/reply.ts'

/** Events of the trace (docs/api/agent.md). */
const TraceError = z
  .object({
    code: z.enum(['cancelled', 'credit_limit_reached', 'parent_finished', 'refused', 'internal']),
    source: z.enum(['agent', 'tool', 'billing', 'system']),
    retryable: z.boolean(),
    message: z.string(),
  })
  .meta({ id: 'AgentTraceError', description: 'Why something failed.' })

const outcome = z.enum(['succeeded', 'failed', 'cancelled', 'refused'])
const runOutcome = z.enum(['succeeded', 'failed', 'cancelled', 'refused', 'credit_limit_reached'])
const toolCall = { toolCallId: z.string(), toolName: z.string() }

const Artifact = z
  .object({
    kind: z.enum(['json', 'markdown', 'html', 'screenshot', 'text']),
    artifactId: z.string(),
    path: z.string().optional(),
    snapshotId: z.uuid(),
    change: z.enum(['init', 'partial', 'append', 'modify', 'update']),
    changedFields: z.array(z.string()).max(1_000).optional(),
    itemCount: z.int().optional(),
    sourceToolCallId: z.string().optional(),
  })
  .meta({ id: 'AgentArtifact', description: 'A result, or a page that was read.' })

/** The thirteen variants, without the members that all share. */
export const TraceEventBody = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run.started') }),
  z.object({ type: z.literal('run.cancel_requested'), reason: z.literal('user') }),
  z.object({
    type: z.literal('run.finished'),
    outcome: runOutcome,
    error: TraceError.nullish(),
  }),
  z.object({ type: z.literal('agent.started') }),
  z.object({
    type: z.literal('agent.finished'),
    outcome,
    durationMs: z.number(),
    error: TraceError.nullish(),
  }),
  z.object({ type: z.literal('browser.session.started'), sessionId: z.string() }),
  z.object({
    type: z.literal('browser.session.finished'),
    sessionId: z.string(),
    durationMs: z.number(),
  }),
  z.object({
    type: z.literal('progress.reported'),
    phase: z.enum(['planning', 'working', 'finalizing']),
    message: z.string(),
  }),
  z.object({ type: z.literal('reasoning.summary'), text: z.string() }),
  z.object({ type: z.literal('tool_call.started'), ...toolCall, parameters: z.unknown() }),
  z.object({ type: z.literal('tool_call.finished'), ...toolCall, result: z.unknown() }),
  z.object({ type: z.literal('artifact.updated'), artifact: Artifact }),
  z.object({ type: z.literal('error.occurred'), error: TraceError }),
])
export type TraceEventBody = z.input<typeof TraceEventBody>
export type TraceError = z.input<typeof TraceError>

/** Who produces events. */
export interface Producer {
  readonly id: string
  readonly role: 'orchestrator' | 'subagent' | 'browser' | 'system'
  readonly name: string
  readonly parentId?: string
}

/** An event to be written. */
export interface EventDraft {
  /** Names what happened within the run: it is written once, however often its step is repeated. */
  readonly key: string
  readonly producer: Producer
  readonly body: TraceEventBody
}

/** Produces the events that belong to no agent. */
export const systemProducer: Producer = { id: 'system', role: 'system', name: 'run' }

const common = z.object({
  schemaVersion: z.literal(1),
  eventId: z.uuid(),
  runId: z.uuid(),
  occurredAt: time,
  producerSequence: z.int().meta({ description: 'From 1 for each agent, without gaps.' }),
  agent: z.object({
    id: z.string(),
    role: z.enum(['orchestrator', 'subagent', 'browser', 'system']),
    name: z.string(),
    parentId: z.string().optional(),
  }),
})
export const TraceEvent = z
  .intersection(common, TraceEventBody)
  .meta({ id: 'AgentTraceEvent', description: 'An event of a run.' })
export type TraceEvent = z.input<typeof TraceEvent>
