import { isObject } from '../json.ts'
import { shortUrl, toText } from '../format.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/agent-run.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'

interface Producer {
  readonly role: string
  readonly name: string
}

/** An event of the trace of a run; which members there are depends on the type. */
export interface TraceEvent {
  readonly eventId: string
  readonly occurredAt: string
  readonly type: string
  readonly agent: Producer
  readonly toolCallId?: string
  readonly toolName?: string
  readonly parameters?: unknown
  readonly result?: unknown
  readonly phase?: string
  readonly message?: string
  readonly text?: string
  readonly outcome?: string
  readonly durationMs?: number
  readonly error?: { readonly message: string } | null
  readonly artifact?: {
    readonly kind: string
    readonly path?: string
    readonly snapshotId: string
    readonly sourceToolCallId?: string
  }
}

/** One line of the timeline: a call of a tool from its start to its end, or anything else that was said or happened. */
export interface Step {
  readonly key: string
  readonly at: string
  /** Name of a reader; undefined for the agent that leads the run. */
  readonly reader: string | undefined
  readonly look: 'plan' | 'words' | 'tool' | 'bad' | 'good'
  readonly title: string
  readonly detail: string | undefined
  /** Undefined while a tool is working, and for what has no duration. */
  readonly seconds: number | undefined
  readonly isWorking: boolean
  readonly toolCallId: string | undefined
  readonly snapshotId: string | undefined
  /** What the tool was given and what it gave. */
  readonly raw: Readonly<Record<string, unknown>> | undefined
}

const measureLength = (value: unknown) => (Array.isArray(value) ? value.length : 0)

type Describe = (given: Readonly<Record<string, unknown>>) => string

/** What each tool does, in words. */
const tools: Readonly<Record<string, Describe>> = {
  plan: ({ steps }) => fill(words.stepPlan, { steps: counts.steps(measureLength(steps)) }),
  search: ({ query }) => fill(words.stepSearch, { query: toText(query) }),
  map: ({ url }) => fill(words.stepMap, { url: shortUrl(toText(url)) }),
  scrape: ({ url }) => fill(words.stepScrape, { url: shortUrl(toText(url)) }),
  note: ({ records }) => fill(words.stepNote, { records: counts.records(measureLength(records)) }),
  delegate: ({ tasks }) => fill(words.stepDelegate, { tasks: counts.tasks(measureLength(tasks)) }),
  report: () => words.stepReport,
  finish: () => words.stepFinish,
}

const endings: Readonly<Record<string, string>> = {
  succeeded: terms.endCompleted,
  failed: terms.endFailed,
  cancelled: terms.endCancelled,
  refused: words.endingRefused,
  credit_limit_reached: words.endingCreditLimit,
}

/** The lines of the timeline, oldest first. */
export function listSteps(events: readonly TraceEvent[]): Step[] {
  const ends = new Map<string, TraceEvent>()
  const snapshots = new Map<string, string>()
  for (const event of events) {
    const { type, toolCallId, artifact } = event
    if (type === 'tool_call.finished' && toolCallId !== undefined) ends.set(toolCallId, event)
    if (artifact?.sourceToolCallId !== undefined)
      snapshots.set(artifact.sourceToolCallId, artifact.snapshotId)
  }
  return events.flatMap((event) => {
    const step = event.type === 'tool_call.started' ? toolStep(event, ends) : plainStep(event)
    if (!step) return []
    const snapshotId = step.toolCallId === undefined ? undefined : snapshots.get(step.toolCallId)
    return [{ ...blank(event), ...step, ...(snapshotId !== undefined && { snapshotId }) }]
  })
}

const blank = ({ eventId, occurredAt, agent }: TraceEvent): Step => ({
  key: eventId,
  at: occurredAt,
  reader: agent.role === 'subagent' ? agent.name : undefined,
  look: 'words',
  title: '',
  detail: undefined,
  seconds: undefined,
  isWorking: false,
  toolCallId: undefined,
  snapshotId: undefined,
  raw: undefined,
})

function toolStep(event: TraceEvent, ends: ReadonlyMap<string, TraceEvent>): Partial<Step> {
  const { toolCallId = '', toolName = '', parameters, occurredAt } = event
  const given = isObject(parameters) ? parameters : {}
  const end = ends.get(toolCallId)
  return {
    look: 'tool',
    title: tools[toolName]?.(given) ?? toolName,
    detail: toolName === 'plan' ? listTexts(given['steps']).join('\n') : undefined,
    toolCallId,
    isWorking: !end,
    seconds: end && (Date.parse(end.occurredAt) - Date.parse(occurredAt)) / 1_000,
    raw: { parameters, ...(end && { result: end.result }) },
  }
}

const listTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one: unknown) => toText(one)) : []

function plainStep(event: TraceEvent): Partial<Step> | undefined {
  const { type, text, message, phase, outcome = '', error, durationMs } = event
  const problem = error?.message
  switch (type) {
    case 'run.started':
      return { title: terms.columnStarted }
    case 'reasoning.summary':
      return { title: text ?? '' }
    case 'progress.reported':
      // The plan is shown with the call that made it.
      return phase === 'planning' ? undefined : { title: message ?? '' }
    case 'error.occurred':
      return { look: 'bad', title: problem ?? '' }
    case 'run.cancel_requested':
      return { title: words.stepCancelling }
    case 'agent.finished':
      if (event.agent.role !== 'subagent') return undefined
      return {
        look: outcome === 'succeeded' ? 'good' : 'bad',
        title: endings[outcome] ?? outcome,
        detail: problem,
        seconds: durationMs === undefined ? undefined : durationMs / 1_000,
      }
    case 'run.finished':
      return {
        look: outcome === 'succeeded' ? 'good' : 'bad',
        title: endings[outcome] ?? outcome,
        detail: problem,
      }
    default:
      return undefined
  }
}

/** A page that a run has read, and the snapshot of its text. */
export interface Source {
  readonly url: string
  readonly snapshotId: string
}

export const listSources = (events: readonly TraceEvent[]): Source[] =>
  events.flatMap(({ artifact }) =>
    artifact?.path === undefined || artifact.kind !== 'markdown'
      ? []
      : [{ url: artifact.path, snapshotId: artifact.snapshotId }],
  )
