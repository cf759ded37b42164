import type { Producer } from '#features/agent/trace.ts'
import { createAgentBrowser } from '#features/agent/tools/browser-tools.ts'
import { crawlTool } from '#features/agent/tools/crawl-tool.ts'
import { reportTool, type ReadFor } from '#features/agent/tools/delegate-tool.ts'
import { noteTool } from '#features/agent/tools/note-tool.ts'
import { siteTools } from '#features/agent/tools/site-tools.ts'
import { converseDurably } from './converse-durably.ts'
import { event } from './events.ts'
import { readerInstructions } from './instructions.ts'
import type { RunScope } from './run-scope.ts'

/** Turns of a reader by effort. */
const turnsOf = { low: 8, medium: 16, high: 30 } as const

/** Readers of a run: each works on one task, and cannot give tasks itself. */
export const createReadFor = (scope: RunScope, parent: Producer): ReadFor =>
  async function readFor({ goal, urls }, id) {
    const agent: Producer = { id, role: 'subagent', name: 'Reader', parentId: parent.id }
    const { schema, effort = 'medium' } = scope.run.request.body
    const startedAt = Date.now()
    await scope.journal.report([event(agent, 'started', { type: 'agent.started' })])
    const begin = urls.length === 0 ? '' : `\nBegin with these pages: ${urls.join(' ')}`
    const wanted = schema ? `\nSchema of the result: ${JSON.stringify(schema)}` : ''
    const hasBrowser = (await scope.runSessions.missing()) === undefined
    await using browser = createAgentBrowser(scope, agent)
    const { state, text, outcome } = await converseDurably(scope, {
      agent,
      instructions: readerInstructions,
      texts: [`Task: ${goal}${begin}${wanted}`],
      tools: [
        ...siteTools(scope),
        ...(scope.mayVisit.isStrict ? [] : [crawlTool(scope)]),
        ...(hasBrowser ? browser.tools : []),
        noteTool(scope),
        reportTool(),
      ],
      turnsMax: turnsOf[effort],
      endTool: 'report',
    })
    const isDone = state === 'ended' || state === 'answered'
    await scope.journal.report([
      event(agent, 'finished', {
        type: 'agent.finished',
        outcome: isDone ? 'succeeded' : state === 'refused' ? 'refused' : 'failed',
        durationMs: Date.now() - startedAt,
      }),
    ])
    if (typeof outcome === 'string') return outcome
    return text === '' ? 'The reader ended without a report. What it noted is stored.' : text
  }
