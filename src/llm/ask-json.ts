import { createAskStructured } from './ask-structured.ts'
import type { Attempts } from './create-attempts.ts'
import type { Caller } from '#kernel/caller.ts'
import type { JsonQuestion, Outcome, Question } from './language-model.ts'
import type { ModelMemory } from './model-memory.ts'
import { ModelError, type Message } from './model.ts'
import type { SchemaCheck } from './schema-check.ts'

interface AskJsonDeps {
  readonly attempts: Attempts
  readonly memory: ModelMemory
  readonly schemaCheck: Pick<SchemaCheck, 'read'>
  readonly outputTokensMax: number
}

export type AskJson = (question: JsonQuestion, caller: Caller) => Promise<Outcome<unknown>>

/** A conversation in one of the structure modes. */
interface Conversation {
  readonly question: JsonQuestion
  readonly wanted: JsonQuestion['schema']
  readonly caller: Caller
}

/** An answer, and what it came to. */
interface Asked {
  readonly text: string
  readonly outcome: Outcome<unknown>
}

const repeatedAnswerLengthMax = 8_000

/**
 * Asks for a value that has the schema. Steps down to a weaker structure mode when the server does not support one, asks for
 * a longer answer once when it was cut, and once more with the errors when it does not fit.
 */
export function createAskJson(deps: AskJsonDeps): AskJson {
  const { schemaCheck } = deps
  const askStructured = createAskStructured(deps)

  async function askUncut(conversation: Conversation, messages: readonly Message[]) {
    const { outputTokensMax } = deps
    const answer = await askStructured({ ...conversation, messages, outputTokensMax })
    if (answer.finish !== 'length') return answer
    try {
      return await askStructured({
        ...conversation,
        messages,
        outputTokensMax: outputTokensMax * 2,
      })
    } catch (thrown) {
      if (isSpent(thrown)) return answer
      throw thrown
    }
  }

  async function read(
    text: string,
    { question: { schema }, caller }: Conversation,
  ): Promise<Outcome<unknown>> {
    const { value, errors } = await schemaCheck.read({ schema, text }, caller)
    return errors.length === 0 ? { state: 'answered', value } : { state: 'invalid', errors }
  }

  async function askOnce(conversation: Conversation, messages: readonly Message[]): Promise<Asked> {
    const { text, finish } = await askUncut(conversation, messages)
    if (finish === 'length') return { text, outcome: { state: 'cut' } }
    if (finish === 'refused' || text.trim() === '') return { text, outcome: { state: 'refused' } }
    return { text, outcome: await read(text, conversation) }
  }

  return async function askJson(question, caller) {
    const conversation = { question, wanted: question.schema, caller }
    const messages = toMessages(question)
    let first: Outcome<unknown> = { state: 'spent' }
    try {
      const { text, outcome } = await askOnce(conversation, messages)
      if (outcome.state !== 'invalid') return outcome
      first = outcome
      const again = [...messages, ...correction(text, outcome.errors)]
      return (await askOnce(conversation, again)).outcome
    } catch (thrown) {
      if (isSpent(thrown)) return first
      if (thrown instanceof ModelError && thrown.kind === 'length') return { state: 'too-long' }
      throw thrown
    }
  }
}

const isSpent = (thrown: unknown): boolean =>
  thrown instanceof ModelError && thrown.kind === 'spent'

/** The instructions, then each text in a message of its own. */
export function toMessages({ instructions, texts }: Question): Message[] {
  return [
    { role: 'system', text: instructions },
    ...texts.map((text): Message => ({ role: 'user', text })),
  ]
}

function correction(answer: string, errors: readonly string[]): Message[] {
  const list = errors.map((error) => `- ${error}`).join('\n')
  return [
    { role: 'assistant', text: answer.slice(0, repeatedAnswerLengthMax) },
    {
      role: 'user',
      text: `This answer is not what was asked for:\n${list}\nAnswer again with the corrected JSON value only. Do not invent values: use null where the text has none.`,
    },
  ]
}
