import type { Config } from '#config.ts'
import type { Log } from '#kernel/log.ts'
import { timed } from '#kernel/measures.ts'
import { inSpan } from '#kernel/trace.ts'
import { createLlm, chooseUrl, type Llm } from '#llm/create-llm.ts'
import { createModel } from '#llm/create-model.ts'
import { probeModel, watchCalls, type ModelProbe } from '#llm/probe-model.ts'
import { createServerConnection } from '#net/call-server.ts'
import type { Lookup } from '#net/lookup.ts'
import type { Database } from '#storage/database.ts'

interface LlmParts {
  /** Absent where nothing is stored and no team is charged. */
  readonly database?: Database
  /** Absent where there is no service. */
  readonly lookup?: Lookup
  readonly log: Log
  /** Called after each call, with its outcome and its time. */
  readonly onCall?: (outcome: 'answered' | 'failed', seconds: number) => void
}

/**
 * Bytes of an answer for each token that the model may write, which is escaped in JSON and may be written twice, and for what is around them.
 * An answer that is longer was not written by a model within its limit, and reading it would take the main thread for long.
 */
const [tokenBytesMax, frameBytesMax] = [64, 256 * 1024]

/** The language model; undefined when none is configured. `stack` disposes it. */
export function composeLlm(
  config: Config,
  { database, lookup, log, onCall }: LlmParts,
  stack: AsyncDisposableStack,
): Llm | undefined {
  const { provider, model, ...settings } = config.llm
  if (provider === undefined) return undefined
  if (model === undefined) {
    throw new Error('WEIR_LLM_PROVIDER is set, so WEIR_LLM_MODEL must name a model.')
  }
  const connectionsMax = settings.slots * 2
  const bodyBytesMax = frameBytesMax + settings.outputTokensMax * tokenBytesMax
  const connect = (url: string) => {
    const server = { url, connectionsMax, bodyBytesMax, lookup }
    const { call } = stack.use(createServerConnection(server))
    const span = { name: `chat ${model}`, kind: 'client' } as const
    const measured: typeof call = (input, init) =>
      timed(
        () => inSpan(span, () => call(input, init), describeAnswer),
        (seconds, answer) => onCall?.(answer?.ok === true ? 'answered' : 'failed', seconds),
      )
    return { call: measured }
  }
  const key = config.secrets.llmKey
  const deps = { connect, log, ...(database && { database }) }
  return stack.use(createLlm({ provider, model, key, ...settings }, deps))
}

const describeAnswer = ({ status }: Response) => ({ 'http.response.status_code': status })

/** Asks the configured model what it can do. Throws when none is configured. */
export async function probeConfiguredModel(
  config: Config,
  signal: AbortSignal,
  watch: Parameters<typeof watchCalls>[1],
): Promise<ModelProbe> {
  const { provider, model: name, contextTokens } = config.llm
  const url = chooseLlmUrl(config)
  if (provider === undefined || name === undefined || url === undefined) {
    throw new Error('No language model is configured.')
  }
  await using connection = createServerConnection({ url, connectionsMax: 1 })
  const key = config.secrets.llmKey ?? ''
  const { call } = connection
  const model = createModel({ provider, name, url, key, contextTokens, call })
  return await probeModel(watchCalls(model, watch), contextTokens, signal)
}

/** Base URL of the server of the model; undefined when there is none. */
export function chooseLlmUrl({ llm: { provider, url } }: Config): string | undefined {
  return provider === undefined ? undefined : chooseUrl({ provider, url })
}

/** The embeddings API; undefined where no model is configured. Throws when it has no URL. */
export function chooseEmbeddingsApi(config: Config) {
  const { search, llm, secrets } = config
  const { embeddingsModel: model } = search
  if (model === undefined) return undefined
  const { embeddingsUrl: own, embeddingsKey, llmKey } = secrets
  const isOfModel = llm.provider === 'openai' || llm.provider === 'compatible'
  const url = own ?? (isOfModel ? chooseLlmUrl(config) : undefined)
  if (url === undefined)
    throw new Error('WEIR_EMBEDDINGS_MODEL needs WEIR_EMBEDDINGS_URL, the base URL of the API.')
  return { url, model, key: embeddingsKey ?? (own === undefined ? llmKey : undefined) }
}
