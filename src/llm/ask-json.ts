import type { Waiter } from '#kernel/waiter.ts'
import { toServiceError, type Attempts } from './create-attempts.ts'
import { fromStrict } from './from-strict.ts'
import type { Asker, JsonQuestion, Outcome } from './language-model.ts'
import type { ModelMemory } from './model-memory.ts'
import {
  ModelFailure,
  type JsonSchema,
  type Message,
  type ModelAnswer,
  type StructureMode,
} from './model.ts'
import { readJson } from './read-json.ts'
import type { SchemaCheck } from './schema-check.ts'
import { toStrict } from './strict-schema.ts'

interface AskJsonDeps {
  readonly attempts: Attempts
  readonly memory: ModelMemory
  readonly schemaCheck: Pick<SchemaCheck, 'errorsOf'>
  readonly outputTokensMax: number
}

export type AskJson = (question: JsonQuestion, asker: Asker) => Promise<Outcome<unknown>>

/** A conversation in one of the structure modes. */
interface Conversation {
  readonly question: JsonQuestion
  readonly strict: JsonSchema
  readonly asker: Asker
}

type Reading =
  | { readonly state: 'valid'; readonly value: unknown }
  | { readonly state: 'invalid'; readonly errors: readonly string[] }

const notJson = 'The answer is not a JSON value.'
const repeatedAnswerLengthMax = 8_000

/**
 * Asks for a value that has the schema. Steps down to a weaker structure mode when the server does not support one, asks for
 * a longer answer once when it was cut, and once more with the errors when it does not fit.
 */
export function createAskJson(deps: AskJsonDeps): AskJson {
  const { attempts, memory, schemaCheck } = deps

  /** Never steps down for failures that have other reasons. */
  async function askInSomeMode(
    { strict, asker }: Conversation,
    messages: readonly Message[],
    outputTokensMax: number,
  ): Promise<ModelAnswer> {
    for (;;) {
      const [mode = 'text'] = memory.modes()
      try {
        return await attempts.ask(
          {
            messages: withSchema(messages, strict, mode),
            outputTokensMax,
            structure: { mode, schema: strict },
          },
          asker,
        )
      } catch (thrown) {
        if (!(thrown instanceof ModelFailure) || thrown.kind !== 'structure') throw thrown
        if (memory.modes().length === 1) throw toServiceError(thrown)
        memory.drop(mode)
      }
    }
  }

  async function askUncut(conversation: Conversation, messages: readonly Message[]) {
    const { outputTokensMax } = deps
    const answer = await askInSomeMode(conversation, messages, outputTokensMax)
    if (answer.finish !== 'length') return answer
    return askInSomeMode(conversation, messages, outputTokensMax * 2)
  }

  async function read(answer: ModelAnswer, { question, asker }: Conversation): Promise<Reading> {
    const found = readJson(answer.text)
    if (!found) return { state: 'invalid', errors: [notJson] }
    const waiter: Waiter = asker
    const { schema } = question
    const value = fromStrict(found.value, schema)
    const errors = await schemaCheck.errorsOf({ schema, value }, waiter)
    return errors.length === 0 ? { state: 'valid', value } : { state: 'invalid', errors }
  }

  return async function askJson(question, asker) {
    const conversation = { question, strict: toStrict(question.schema), asker }
    const messages = toMessages(question)
    try {
      const first = await askUncut(conversation, messages)
      if (first.finish !== 'stop') return { state: first.finish === 'length' ? 'cut' : 'refused' }
      if (first.text.trim() === '') return { state: 'refused' }
      const reading = await read(first, conversation)
      if (reading.state === 'valid') return { state: 'answered', value: reading.value }
      const again = [...messages, ...correction(first.text, reading.errors)]
      const second = await askUncut(conversation, again)
      if (second.finish !== 'stop') return { state: second.finish === 'length' ? 'cut' : 'refused' }
      const corrected = await read(second, conversation)
      return corrected.state === 'valid' ? { state: 'answered', value: corrected.value } : corrected
    } catch (thrown) {
      if (thrown instanceof ModelFailure && thrown.kind === 'length') return { state: 'too-long' }
      throw thrown
    }
  }
}

/** The instructions, then each text in a message of its own. */
export function toMessages({
  instructions,
  texts,
}: JsonQuestion | Omit<JsonQuestion, 'schema'>): Message[] {
  return [
    { role: 'system', text: instructions },
    ...texts.map((text): Message => ({ role: 'user', text })),
  ]
}

/** Modes in which the server is not told the schema get it in the instructions. */
function withSchema(
  messages: readonly Message[],
  strict: JsonSchema,
  mode: StructureMode,
): Message[] {
  if (mode === 'schema' || mode === 'tool') return [...messages]
  const told = `Answer with one JSON value that has this JSON Schema, and nothing else:\n${JSON.stringify(strict)}`
  return messages.map((message) =>
    message.role === 'system' ? { ...message, text: `${message.text}\n\n${told}` } : message,
  )
}

function correction(answer: string, errors: readonly string[]): Message[] {
  const list = errors.map((error) => `- ${error}`).join('\n')
  return [
    { role: 'assistant', text: answer.slice(0, repeatedAnswerLengthMax) },
    {
      role: 'user',
      text: `This answer does not have the required JSON Schema:\n${list}\nAnswer again with the corrected JSON value only. Do not invent values: use null where the text has none.`,
    },
  ]
}
