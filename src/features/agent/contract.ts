import { z } from 'zod'
import { time } from '#kernel/reply.ts'
import { webhook } from '#delivery/webhook.ts'
import { jsonSchema, promptLengthMax } from '#formats/extraction-options.ts'
import { describeMembers } from '#kernel/describe-members.ts'
import { Id } from '#kernel/uuid.ts'
import { ThreatProtection } from '#threat/options.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { webUrl, type UrlRules } from '#kernel/web-url.ts'
import { flag } from '#kernel/flag.ts'
import { TraceEvent } from './trace.ts'

const urlsMax = 100
const creditsMax = 1_000_000
const creditsDefault = 2_500
const names = ['started', 'action', 'completed', 'failed', 'cancelled'] as const
const events = [...names, ...names.map((name) => `agent.${name}` as const)]

const effort = z.enum(['low', 'medium', 'high'])
const mode = z.enum(['extract', 'chat'])
const model = z.enum(['spark-2', 'spark-1-pro', 'spark-1-mini'])

/** The body of `POST /v2/agent` (docs/api/agent.md). */
export const agentRequest = (rules: UrlRules) =>
  strictBody({
    prompt: z.string().min(1).max(promptLengthMax).meta({ description: 'The goal.' }),
    urls: z.array(webUrl(rules)).max(urlsMax).optional().meta({ description: 'Where to begin.' }),
    schema: jsonSchema.optional(),
    maxCredits: z.number().min(1).max(creditsMax).default(creditsDefault).meta({
      description: 'A run that would cost more ends with what it has found.',
    }),
    strictConstrainToURLs: flag(
      false,
      'Reads `urls` alone, and what they redirect to on their site.',
    ),
    model: model.optional().meta({ description: 'Accepted; the configured model is used.' }),
    effort: effort.optional().meta({ description: 'How many steps it may take.' }),
    webhook: webhook(events, rules).optional(),
    threatProtection: ThreatProtection.optional(),
    auditMetadata: z.strictObject({ username: z.string().max(1_024) }).optional(),
    threadId: Id.optional().meta({ description: 'Continues a thread.' }),
    mode: mode.default('extract'),
    exchange: z.record(z.string().max(64), z.unknown()).optional(),
    overrideWhitelist: z.string().max(1_024).optional(),
  })
    .refine((given) => given.model === undefined || given.effort === undefined, {
      path: ['effort'],
      error: 'Give either model or effort, not both.',
    })
    .meta({
      id: 'AgentRequest',
      description: 'A goal for the agent.',
      not: describeMembers('model', 'effort'),
    })
export type AgentRequest = z.output<ReturnType<typeof agentRequest>>

export const AgentStarted = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    threadId: z.uuid().optional(),
    threadTurn: z.int().optional(),
  })
  .meta({ id: 'AgentStarted', description: 'The run was accepted.' })

export const AgentParams = z.object({ jobId: Id.meta({ description: 'Id of the run.' }) })
const flagText = z
  .stringbool()
  .default(false)
  .meta({ description: 'Default: false.', enum: ['true', 'false'] })
export const TraceQuery = z.object({ liveView: flagText })
/** Any text: what is not an id of a snapshot is refused with a text of its own. */
export const SnapshotParams = AgentParams.extend({ snapshotId: z.string().max(256) })
export const ThreadParams = z.object({ threadId: z.string().max(256) })
export const ThreadQuery = z.object({ includeData: flagText })
export const RunListQuery = z.object({
  before: z
    .string()
    .max(32)
    .optional()
    .meta({ description: 'Milliseconds since 1970.', pattern: String.raw`^\d{1,15}$` }),
})

const suggestions = z
  .array(z.object({ label: z.string(), prompt: z.string() }))
  .max(4)
  .meta({ description: 'Goals that may follow in the thread, in mode chat.' })
const status = z.enum(['processing', 'completed', 'failed'])
export const AgentStatus = z
  .object({
    success: z.literal(true),
    status,
    data: z.unknown().optional().meta({ description: 'Present when it has completed.' }),
    error: z.string().optional(),
    partial: z.unknown().optional().meta({
      description: 'What a run had found that its credit limit ended.',
    }),
    partialSchemaValid: z.boolean().optional(),
    stopReason: z.string().optional(),
    model: z.string(),
    effort: effort.optional(),
    threadId: z.uuid().optional(),
    threadTurn: z.int().optional(),
    mode,
    message: z.string().optional().meta({ description: 'The answer in words, in mode chat.' }),
    suggestions: suggestions.optional(),
    expiresAt: time,
    creditsUsed: z.int(),
  })
  .meta({ id: 'AgentStatus', description: 'The state of a run, and its data.' })

export const AgentCancelled = z
  .object({ success: z.literal(true) })
  .meta({ id: 'AgentCancelled', description: 'The run was ended.' })

export const AgentList = z
  .object({
    success: z.literal(true),
    agents: z
      .array(
        z.object({
          id: z.uuid(),
          createdAt: time,
          targetHint: z.string(),
          origin: z.string(),
          integration: z.string().optional(),
          settings: z.object({
            hidden: z.boolean(),
            starred: z.boolean(),
            label: z.string().optional(),
          }),
          status,
          options: z.object({
            urls: z.array(z.string()).optional(),
            prompt: z.string(),
            schema: z.unknown().optional(),
            model: z.string().optional(),
            effort: effort.optional(),
          }),
        }),
      )
      .max(20),
    next: z.string().optional().meta({ description: 'URL of earlier runs.' }),
  })
  .meta({ id: 'AgentList', description: 'Runs of the team, newest first.' })

export const AgentTrace = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    events: z.array(TraceEvent),
    creditsUsed: z.int(),
    activeBrowserSessions: z
      .array(
        z.object({
          id: z.string(),
          liveViewUrl: z.string(),
          viewport: z.object({ width: z.int(), height: z.int() }),
        }),
      )
      .optional()
      .meta({ description: 'With liveView alone.' }),
  })
  .meta({ id: 'AgentTrace', description: 'What a run has done.' })

export const AgentSnapshot = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    snapshotId: z.uuid(),
    snapshot: z.string().meta({ description: 'Content of the artifact at that time.' }),
  })
  .meta({ id: 'AgentSnapshot', description: 'An artifact of a run.' })

export const AgentThread = z
  .object({
    success: z.literal(true),
    thread: z.object({
      id: z.uuid(),
      createdAt: time,
      updatedAt: time,
      status: z.enum(['idle', 'running']),
      runs: z.array(
        z.object({
          id: z.uuid(),
          turn: z.int(),
          mode,
          prompt: z.string(),
          urls: z.array(z.string()).optional(),
          schema: z.unknown().optional(),
          effort: effort.optional(),
          status: z.enum([
            'processing',
            'succeeded',
            'failed',
            'cancelled',
            'refused',
            'credit_limit_reached',
          ]),
          createdAt: time,
          finishedAt: time.nullable(),
          creditsUsed: z.int().nullable(),
          message: z.string().nullable(),
          suggestions: suggestions.nullable(),
          data: z.unknown().optional(),
        }),
      ),
    }),
  })
  .meta({ id: 'AgentThread', description: 'Runs that continue each other.' })
