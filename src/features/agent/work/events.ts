import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { EventDraft, Producer } from '#features/agent/trace.ts'

/** Id of a call of a tool, unique within the run. */
export const toolCallId = ({ id }: Pick<Producer, 'id'>, call: string): string => `${id}/${call}`

export const event = (producer: Producer, key: string, body: EventDraft['body']): EventDraft => ({
  key: `${producer.id}/${key}`,
  producer,
  body,
})

const summaryLengthMax = 2_000
const parametersLengthMax = 4_000

/** What an agent says beside its calls. */
export const wordsEvent = (producer: Producer, turn: number, text: string): EventDraft =>
  event(producer, `words ${turn}`, {
    type: 'reasoning.summary',
    text: text.slice(0, summaryLengthMax),
  })

/** A tool that has failed; the model may call it again. */
export const failureEvent = (
  producer: Producer,
  { id }: { readonly id: string },
  message: string,
): EventDraft =>
  event(producer, `failure ${id}`, {
    type: 'error.occurred',
    error: { code: 'internal', source: 'tool', retryable: true, message },
  })

export const callEvent = (
  producer: Producer,
  { id, name, input }: { readonly id: string; readonly name: string; readonly input: string },
): EventDraft =>
  event(producer, `start ${id}`, {
    type: 'tool_call.started',
    toolCallId: toolCallId(producer, id),
    toolName: name,
    parameters: readParameters(input),
  })

function readParameters(input: string): unknown {
  try {
    return input.length > parametersLengthMax
      ? { text: input.slice(0, parametersLengthMax) }
      : parseForeignJson(input)
  } catch {
    return { text: input }
  }
}

/** The browser of an agent, which produces events of its own. */
const makeBrowser = ({ id: parentId }: Producer, sessionId: string): Producer => ({
  id: `browser-${sessionId}`,
  role: 'browser',
  name: 'Browser',
  parentId,
})

export const sessionStarted = (agent: Producer, sessionId: string): EventDraft =>
  event(makeBrowser(agent, sessionId), 'started', { type: 'browser.session.started', sessionId })

export const sessionFinished = (
  agent: Producer,
  sessionId: string,
  durationMs: number,
): EventDraft =>
  event(makeBrowser(agent, sessionId), 'finished', {
    type: 'browser.session.finished',
    sessionId,
    durationMs,
  })
