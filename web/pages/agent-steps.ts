import { isObject } from '../json.ts'
import { shortUrl, toText } from '../format.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/agent-run.ts'
import * as counts from '../words/en/counts.ts'
import * as terms from '../words/en/terms.ts'
import type * as trace from '../../src/features/agent/trace.ts'
import type { z } from 'zod'

/** An event of the trace of a run. */
export type TraceEvent = z.output<typeof trace.TraceEvent>
type Event<Type extends string> = Extract<TraceEvent, { type: Type }>

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

const endings: Readonly<Record<Event<'run.finished'>['outcome'], string>> = {
  succeeded: terms.endCompleted,
  failed: terms.endFailed,
  cancelled: terms.endCancelled,
  refused: words.endingRefused,
  credit_limit_reached: words.endingCreditLimit,
}

/** The lines of the timeline, oldest first. */
export function listSteps(events: readonly TraceEvent[]): Step[] {
  const ends = new Map<string, Event<'tool_call.finished'>>()
  const snapshots = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'tool_call.finished') ends.set(event.toolCallId, event)
    if (event.type === 'artifact.updated' && event.artifact.sourceToolCallId !== undefined)
      snapshots.set(event.artifact.sourceToolCallId, event.artifact.snapshotId)
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

function toolStep(
  { toolCallId, toolName, parameters, occurredAt }: Event<'tool_call.started'>,
  ends: ReadonlyMap<string, Event<'tool_call.finished'>>,
): Partial<Step> {
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
  switch (event.type) {
    case 'run.started':
      return { title: terms.columnStarted }
    case 'reasoning.summary':
      return { title: event.text }
    case 'progress.reported':
      // The plan is shown with the call that made it.
      return event.phase === 'planning' ? undefined : { title: event.message }
    case 'error.occurred':
      return { look: 'bad', title: event.error.message }
    case 'run.cancel_requested':
      return { title: words.stepCancelling }
    case 'agent.finished':
      if (event.agent.role !== 'subagent') return undefined
      return { ...describeEnd(event), seconds: event.durationMs / 1_000 }
    case 'run.finished':
      return describeEnd(event)
    case 'agent.started':
    case 'artifact.updated':
    case 'browser.session.started':
    case 'browser.session.finished':
    case 'tool_call.started':
    case 'tool_call.finished':
      break
  }
  return undefined
}

const describeEnd = ({ outcome, error }: Event<'agent.finished' | 'run.finished'>) =>
  ({
    look: outcome === 'succeeded' ? 'good' : 'bad',
    title: endings[outcome],
    detail: error?.message,
  }) as const

/** A page that a run has read, and the snapshot of its text. */
export interface Source {
  readonly url: string
  readonly snapshotId: string
}

export const listSources = (events: readonly TraceEvent[]): Source[] =>
  events.flatMap((event) => {
    if (event.type !== 'artifact.updated' || event.artifact.kind !== 'markdown') return []
    const { path: url, snapshotId } = event.artifact
    return url === undefined ? [] : [{ url, snapshotId }]
  })
