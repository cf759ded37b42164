import { z } from 'zod'
import { pack } from '#kernel/packing.ts'
import { newId } from '#kernel/ids.ts'
import {
  agentTool,
  type AgentTool,
  type AgentToolResult,
  type ToolCallOf,
} from '#features/agent/work/agent-tool.ts'
import { event } from '#features/agent/work/events.ts'
import { checkResult, type CheckedResult } from '#features/agent/work/check-result.ts'
import { sourcesOfAnswer, sourcesOfData } from '#features/agent/work/named-sources.ts'
import type { RunScope } from '#features/agent/work/run-scope.ts'
import type { RunResult, Suggestion } from '#features/agent/runs/run.ts'
import type { EventDraft, Producer } from '#features/agent/trace.ts'
import { requireSources, sourceNumber, sourceNumbers } from './note-tool.ts'

const answerLengthMax = 100_000
const suggestionsMax = 4
const quotesMax = 50

/** What a model finishes with: an answer, or data where the caller has a schema. */
export interface FinishInput {
  readonly answer?: string
  readonly data?: unknown
  readonly sources: readonly number[]
  readonly quotes?: readonly { readonly source: number; readonly words: string }[] | undefined
  readonly suggestions?: readonly Suggestion[] | undefined
}

const named = { sources: sourceNumbers.default([]) }
const suggestions = z
  .array(z.object({ label: z.string().min(1).max(80), prompt: z.string().min(1).max(1_000) }))
  .max(suggestionsMax)
  .optional()
  .describe('Goals that the user may want next, each with a short label.')

/**
 * Ends the run with its result, once that has been checked against the sources and the schema. A result is sent back
 * `repairsMax` times before it counts as it is.
 */
export function finishTool(scope: RunScope, repairsMax = 2): AgentTool {
  const { schema, mode } = scope.run.request.body
  const description =
    'Ends the run with the result. Values must be on the pages whose numbers you name, written as there. Leave out what no page says.'
  const shared = { name: 'finish', description, creditsMax: 0 }
  const more = mode === 'chat' ? { ...named, suggestions } : named
  if (schema) {
    const data = z.unknown().describe('A value of the schema of the result.')
    return agentTool({
      ...shared,
      input: z.object({ data, ...more }),
      run: (input, call) => finishWithData(scope, input, { ...call, repairsMax }),
    })
  }
  const answer = z.string().min(1).max(answerLengthMax).describe('The whole answer.')
  return agentTool({
    ...shared,
    input: z.object({ answer, ...more, quotes }),
    run: (input, call) => finishWithAnswer(scope, input, { ...call, repairsMax }),
  })
}

const quotes = z
  .array(z.object({ source: sourceNumber, words: z.string().min(1).max(1_000) }))
  .max(quotesMax)
  .optional()
  .describe('Words copied exactly from the sources that show the answer.')

/** Only the sources that state some of the answer are named. */
async function finishWithAnswer(
  scope: RunScope,
  input: FinishInput & { readonly answer: string },
  { agent, id, repairsMax }: ToolCallOf & { readonly repairsMax: number },
): Promise<AgentToolResult> {
  const { answer } = input
  await requireSources(scope.sources, input.sources)
  const sources = await sourcesOfAnswer(scope, input)
  const isUnsupported = input.sources.length > 0 && sources.length === 0
  if (isUnsupported && scope.journal.count(agent.id, 'finish') < repairsMax) {
    const text = `Not accepted: ${unsupported} Name the sources that say it and quote them, or leave out what no source says, and call finish again.`
    return { text, events: [rejected(agent, id, [unsupported])] }
  }
  const message = scope.run.request.body.mode === 'chat' ? { message: answer } : {}
  const outcome = { data: { answer, sources }, sources, ...message, ...suggested(input) }
  const isLeftOut = sources.length < new Set(input.sources).size
  return end(outcome, { agent, notes: isLeftOut ? [leftOutSources] : [] })
}

const unsupported = 'none of the named sources says what the answer says.'
const leftOutSources = 'Sources that do not say what the answer says are not named.'

const suggested = ({ suggestions: given }: FinishInput) =>
  given && given.length > 0 ? { suggestions: given } : {}

async function finishWithData(
  scope: RunScope,
  input: FinishInput,
  { agent, id, repairsMax }: ToolCallOf & { readonly repairsMax: number },
): Promise<AgentToolResult> {
  const { data, sources: numbers } = input
  await requireSources(scope.sources, numbers)
  const checked = await checkResult(scope, data, numbers)
  const repairs = scope.journal.count(agent.id, 'finish')
  const problems = describeProblems(checked)
  if (problems.length > 0 && repairs < repairsMax) {
    const text = `Not accepted:\n${problems.join('\n')}\nCorrect the data, or name the sources that say it, and call finish again.`
    return { text, events: [{ ...rejected(agent, id, problems) }] }
  }
  const all = (await scope.sources.list()).map(({ number }) => number)
  const list = await sourcesOfData(scope, checked.value, numbers.length > 0 ? numbers : all)
  if (checked.errors.length > 0) {
    const failure = `The language model gave no data that fits the schema: ${checked.errors.join('; ')}`
    return { text: failure, isEnd: true, outcome: { failure } }
  }
  return end(
    { data: checked.value, sources: list, ...suggested(input) },
    { agent, notes: leftOut(checked) },
  )
}

function describeProblems({ errors, refused }: CheckedResult): string[] {
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
