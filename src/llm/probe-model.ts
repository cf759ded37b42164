import { ModelError, type Model, type ModelErrorKind, type StructureMode } from './model.ts'
import { readJson } from './read-json.ts'
import { createTokenCounter } from './tokens.ts'

/** What was found out about a model by asking it. */
export interface ModelProbe {
  /** Why it does not answer; undefined when it does. */
  readonly failure: ModelErrorKind | undefined
  readonly answerMs: number
  /** Structure modes that gave a value of the schema; the first is used. */
  readonly modes: readonly StructureMode[]
  /** Tokens that the model counted of a prompt that fills most of the context; undefined when it does not say. */
  readonly countedTokens: number | undefined
  /** Tokens that were estimated for this prompt. */
  readonly estimatedTokens: number
  /** Why the model did not answer this prompt. */
  readonly contextFailure?: ModelErrorKind
  /** Whether the model repeated a word from the very beginning of this prompt. */
  readonly sawBeginning: boolean
}

const modes: readonly StructureMode[] = ['schema', 'object', 'tool', 'text']
const schema = {
  type: 'object',
  properties: { city: { type: 'string' }, population: { type: ['number', 'null'] } },
  required: ['city', 'population'],
  additionalProperties: false,
}
const outputTokensMax = 512
/** Share of the context that the long prompt fills. */
const promptShare = 0.7
const filler = 'The quick brown fox jumps over the lazy dog. '
const code = 'MARIGOLD'

/** Asks a model for a word, for a value in each structure mode, and for a word of a long prompt. */
export async function probeModel(
  model: Model,
  contextTokens: number,
  signal: AbortSignal,
): Promise<ModelProbe> {
  const startedMs = performance.now()
  const failure = await findFailure(() => say(model, 'Answer with the word "yes" only.', signal))
  const answerMs = Math.round(performance.now() - startedMs)
  const nothing = { countedTokens: undefined, estimatedTokens: 0, sawBeginning: false }
  if (failure !== undefined) return { failure, answerMs, modes: [], ...nothing }
  const working: StructureMode[] = []
  for (const mode of modes) if (await supports(model, mode, signal)) working.push(mode)
  return {
    failure,
    answerMs,
    modes: working,
    ...(await probeContext(model, contextTokens, signal)),
  }
}

async function say(model: Model, text: string, signal: AbortSignal) {
  return model.ask({ messages: [{ role: 'user', text }], outputTokensMax }, signal)
}

async function findFailure(work: () => Promise<unknown>): Promise<ModelErrorKind | undefined> {
  try {
    await work()
    return undefined
  } catch (thrown) {
    if (thrown instanceof ModelError) return thrown.kind
    throw thrown
  }
}

async function supports(model: Model, mode: StructureMode, signal: AbortSignal): Promise<boolean> {
  const text = `Answer with one JSON object that has the members city and population, for: "Oslo has 717,710 inhabitants."`
  const call = {
    messages: [{ role: 'user', text }] as const,
    outputTokensMax,
    structure: { mode, schema },
  }
  try {
    const { value } = readJson((await model.ask(call, signal)).text) ?? {}
    return typeof value === 'object' && value !== null && 'city' in value
  } catch (thrown) {
    if (thrown instanceof ModelError) return false
    throw thrown
  }
}

async function probeContext(model: Model, contextTokens: number, signal: AbortSignal) {
  const tokens = createTokenCounter()
  const lines = Math.floor((contextTokens * promptShare) / tokens.count(filler))
  const text = `The code word is ${code}.\n${filler.repeat(lines)}\nAnswer with the code word only.`
  const estimatedTokens = tokens.count(text)
  try {
    const answer = await say(model, text, signal)
    const countedTokens = answer.usage?.inputTokens
    return { countedTokens, estimatedTokens, sawBeginning: answer.text.includes(code) }
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown
    const contextFailure = thrown.kind
    return { countedTokens: undefined, estimatedTokens, contextFailure, sawBeginning: false }
  }
}

/** Calls that a probe makes. */
const callsCount = 2 + modes.length

/** Says which call of a probe is made, and ends each after a time with kind `late`. */
export function watchCalls(
  model: Model,
  {
    onCall,
    callMsMax,
  }: { readonly onCall: (progress: string) => void; readonly callMsMax: number },
): Model {
  let calls = 0
  return {
    id: model.id,
    async ask(call, signal) {
      calls += 1
      onCall(`asking the model: call ${calls} of ${callsCount}, at most ${callMsMax / 1_000} s`)
      const late = AbortSignal.timeout(callMsMax)
      try {
        return await model.ask(call, AbortSignal.any([signal, late]))
      } catch (thrown) {
        signal.throwIfAborted()
        throw late.aborted ? new ModelError('late') : thrown
      }
    },
  }
}
