import { z } from 'zod'
import { pack } from '#kernel/packing.ts'
import { newId } from '#kernel/ids.ts'
import { agentTool, type AgentTool } from '#features/agent/work/agent-tool.ts'
import { event } from '#features/agent/work/events.ts'
import { checkResult, type CheckedResult } from '#features/agent/work/check-result.ts'
import type { RunScope } from '#features/agent/work/run-scope.ts'
import type { RunResult } from '#features/agent/runs/run.ts'
import type { EventDraft, Producer } from '#features/agent/trace.ts'
import { requireSources, sourceNumbers } from './note-tool.ts'

const answerLengthMax = 100_000

/**
 * Ends the run with its result, once that has been checked against the sources and the schema. A result is sent back
 * `repairsMax` times before it counts as it is.
 */
export function finishTool(scope: RunScope, repairsMax = 2): AgentTool {
  const { schema } = scope.run.request.body
  const description =
    'Ends the run with the result. Values must be on the pages whose numbers you name, written as there. Leave out what no page says.'
  const shared = { name: 'finish', description, creditsMax: 0 }
  if (!schema) {
    return agentTool({
      ...shared,
      input: z.object({
        answer: z.string().min(1).max(answerLengthMax).describe('The whole answer.'),
        sources: sourceNumbers.default([]),
      }),
      async run({ answer, sources }, { agent }) {
        await requireSources(scope.sources, sources)
        const named = await scope.sources.list(sources)
        const list = named.map(({ url, title }) => ({ url, title }))
        const { mode } = scope.run.request.body
        const message = mode === 'chat' ? { message: answer } : {}
        return end(
          { data: { answer, sources: list }, sources: list, ...message },
          { agent, notes: [] },
        )
      },
    })
  }
  return agentTool({
    ...shared,
    input: z.object({
      data: z.unknown().describe('A value of the schema of the result.'),
      sources: sourceNumbers.default([]),
    }),
    async run({ data, sources }, { agent, id }) {
      await requireSources(scope.sources, sources)
      const checked = await checkResult(scope, data, sources)
      const repairs = scope.journal.count(agent.id, 'finish')
      const problems = problemsOf(checked)
      if (problems.length > 0 && repairs < repairsMax) {
        const text = `Not accepted:\n${problems.join('\n')}\nCorrect the data, or name the sources that say it, and call finish again.`
        return { text, events: [{ ...rejected(agent, id, problems) }] }
      }
      const named = await scope.sources.list(sources.length > 0 ? sources : undefined)
      const list = named.map(({ url, title }) => ({ url, title }))
      if (checked.errors.length > 0) {
        const failure = `The language model gave no data that fits the schema: ${checked.errors.join('; ')}`
        return { text: failure, isEnd: true, outcome: { failure } }
      }
      return end({ data: checked.value, sources: list }, { agent, notes: leftOut(checked) })
    },
  })
}

function problemsOf({ errors, refused }: CheckedResult): string[] {
  const absent = refused.map(({ path }) => `- ${path}: on none of the named sources.`)
  return [...errors.map((error) => `- ${error}`), ...absent]
}

const leftOut = ({ refused }: CheckedResult): string[] =>
  refused.map(({ path }) => `${path} is null: none of the named sources says it.`)

const rejected = (agent: Producer, id: string, problems: readonly string[]): EventDraft =>
  event(agent, `rejected ${id}`, {
    type: 'progress.reported',
    phase: 'finalizing',
    message: `The result was sent back. ${problems.join(' ')}`,
  })

/** The end, with the result as the last artifact. */
async function end(
  outcome: RunResult,
  { agent, notes }: { readonly agent: Producer; readonly notes: readonly string[] },
) {
  const snapshotId = newId()
  const { data, sources } = outcome
  const content = await pack(JSON.stringify({ data, sources }))
  const artifact = { kind: 'json', artifactId: 'result', snapshotId, change: 'init' } as const
  return {
    text: 'Done.',
    isEnd: true,
    outcome,
    snapshots: [{ id: snapshotId, content }],
    events: [
      ...notes.map((message, index) =>
        event(agent, `left out ${index}`, {
          type: 'progress.reported',
          phase: 'finalizing',
          message,
        }),
      ),
      event(agent, 'result', { type: 'artifact.updated', artifact }),
    ],
  }
}
