import type { EventDraft, Producer, TraceError, TraceEvent } from '#features/agent/trace.ts'
import type { Sql } from '#storage/database.ts'
import type { EventTime } from './write-events.ts'

/** The end of a run whose agents may still be in work. */
interface ClosedRun extends EventTime {
  readonly isCancelled: boolean
  readonly error: TraceError
}

/**
 * The last events of agents and browsers that have not reported their end: the run was ended before them, or their process has
 * ended. What began last ends first.
 */
export async function closingEvents(sql: Sql, run: ClosedRun): Promise<EventDraft[]> {
  const rows = await sql.query<{ key: string; event: string }>(
    `select key, event from agent_events started where run_id = $1 and key like '%/started' and not exists (
       select from agent_events ended where ended.run_id = $1 and ended.key = left(started.key, -7) || 'finished')
     order by position desc`,
    [run.runId],
  )
  return rows.flatMap(({ key, event }) => {
    const started = JSON.parse(event) as TraceEvent & { readonly agent: Producer }
    const body = makeEnd(started, run)
    return body ? [{ key: key.replace(/started$/, 'finished'), producer: started.agent, body }] : []
  })
}

function makeEnd(
  started: TraceEvent & { readonly agent: Producer },
  { now, isCancelled, error }: ClosedRun,
): EventDraft['body'] | undefined {
  const { type, occurredAt, agent } = started
  const durationMs = Math.max(0, now.getTime() - new Date(occurredAt).getTime())
  if (type === 'browser.session.started')
    return { type: 'browser.session.finished', sessionId: started.sessionId, durationMs }
  if (type !== 'agent.started') return undefined
  const outcome = isCancelled ? 'cancelled' : 'failed'
  const isFirst = agent.parentId === undefined
  return { type: 'agent.finished', outcome, durationMs, error: isFirst ? error : parentFinished }
}

const parentFinished: TraceError = {
  code: 'parent_finished',
  source: 'system',
  retryable: false,
  message: 'The run ended before this agent did.',
}
