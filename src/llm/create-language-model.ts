import type { Log } from '#kernel/log.ts'
import { answerKey, type AnswersCache } from './answers-cache.ts'
import { createAskJson, toMessages } from './ask-json.ts'
import { createAttempts } from './create-attempts.ts'
import type { Circuit } from './circuit.ts'
import { createContextCheck } from './context-check.ts'
import type { Caller } from '#kernel/caller.ts'
import type { LanguageModel, Outcome, Question } from './language-model.ts'
import { createMeasuredAttempts } from './measured-attempts.ts'
import { createModelMemory } from './model-memory.ts'
import { ModelError, type Model, type StructureMode } from './model.ts'
import type { SchemaCheck } from './schema-check.ts'
import type { ModelSlots } from './slots.ts'
import type { Spend } from './spend.ts'
import { createAskStep } from './step.ts'
import { createTokenCounter } from './tokens.ts'

interface LanguageModelDeps {
  readonly model: Model
  readonly contextTokens: number
  readonly outputTokensMax: number
  readonly structure: StructureMode | 'auto'
  /** Whether the server makes a grammar of the schema of an answer. */
  readonly takesGrammar?: boolean
  readonly slots: ModelSlots
  readonly circuit: Circuit
  readonly spend: Spend
  readonly schemaCheck: Pick<SchemaCheck, 'read'>
  /** Absent where nothing is stored. */
  readonly cache?: AnswersCache
  readonly log: Log
  /** Milliseconds before a second attempt. */
  readonly retryMs?: number
}

/** Part of the context that stays free for the frame of the messages. */
const outputShareMax = 0.5

export function createLanguageModel(deps: LanguageModelDeps): LanguageModel {
  const { model, cache, log } = deps
  const memory = createModelMemory(deps)
  const tokens = createTokenCounter()
  const attempts = createMeasuredAttempts(createAttempts(deps), {
    model,
    memory,
    context: createContextCheck({ model, memory }),
    tokens,
    log,
  })
  const outputTokensMax = Math.min(
    deps.outputTokensMax,
    Math.floor(deps.contextTokens * outputShareMax),
  )
  const askJson = createAskJson({
    attempts,
    memory,
    schemaCheck: deps.schemaCheck,
    outputTokensMax,
  })

  async function askTextOnce(question: Question, caller: Caller): Promise<Outcome<string>> {
    try {
      const call = { messages: toMessages(question), outputTokensMax }
      const answer = await attempts.ask(call, caller)
      const text = answer.text.trim()
      if (answer.finish === 'refused' || text === '') return { state: 'refused' }
      return answer.finish === 'length' ? { state: 'cut' } : { state: 'answered', value: text }
    } catch (thrown) {
      if (thrown instanceof ModelError && thrown.kind === 'length') return { state: 'too-long' }
      if (thrown instanceof ModelError && thrown.kind === 'spent') return { state: 'spent' }
      throw thrown
    }
  }

  async function cached<Value>(
    question: Question,
    caller: Caller,
    ask: () => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> {
    if (!cache || caller.zeroDataRetention !== false) return ask()
    const key = answerKey(model.id, question)
    const kept = await cache.read(caller.teamId, key)
    if (kept) return { state: 'answered', value: kept.value as Value }
    const outcome = await ask()
    if (outcome.state === 'answered') await cache.write(caller.teamId, key, outcome.value)
    return outcome
  }

  return {
    id: model.id,
    get contextTokens() {
      return memory.contextTokens
    },
    outputTokensMax,
    count: (text) => tokens.count(text),
    askText: (question, caller) => cached(question, caller, () => askTextOnce(question, caller)),
    askJson: (question, caller) => cached(question, caller, () => askJson(question, caller)),
    askStep: createAskStep({ attempts, tokens, outputTokensMax }),
  }
}
