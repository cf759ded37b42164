import type { Database } from '#storage/database.ts'
import { event } from './events.ts'
import type { EventDraft, TraceEvent } from '#features/agent/trace.ts'

/** The last events of browser sessions whose process has ended before it could report them. */
export async function lostBrowsers(database: Database, runId: string): Promise<EventDraft[]> {
  const rows = await database.query<{ event: string }>(
    `select event from agent_events started where run_id = $1 and key like 'browser-%/started' and not exists (
       select from agent_events ended where ended.run_id = $1 and ended.agent = started.agent and ended.key like '%/finished')`,
    [runId],
  )
  return rows.flatMap((row) => {
    const started = JSON.parse(row.event) as TraceEvent
    if (started.type !== 'browser.session.started') return []
    const { sessionId, agent, occurredAt } = started
    const durationMs = Math.max(0, Date.now() - Date.parse(occurredAt))
    const body = { type: 'browser.session.finished', sessionId, durationMs } as const
    return [event({ ...agent, parentId: agent.parentId ?? '' }, 'finished', body)]
  })
}
