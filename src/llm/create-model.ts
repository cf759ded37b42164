import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
} from '@ai-sdk/provider'
import type { CallModel } from '#net/call-model.ts'
import { checkResponse } from './check-response.ts'
import {
  ModelFailure,
  type JsonSchema,
  type Message,
  type Model,
  type ModelAnswer,
  type ModelCall,
  type StructureMode,
} from './model.ts'
import type { OpenProvider } from './providers/provider.ts'

interface ModelOptions {
  readonly provider: ProviderName
  readonly name: string
  readonly url: string
  readonly key: string
  readonly contextTokens: number
  /** Sends every request (`#net/call-model.ts`). */
  readonly call: CallModel
}

/** Provider packages take 110 ms and tens of megabytes to load: each is loaded with the first call. */
const providers = {
  openai: () => import('./providers/openai.ts'),
  anthropic: () => import('./providers/anthropic.ts'),
  google: () => import('./providers/google.ts'),
  ollama: () => import('./providers/ollama.ts'),
  compatible: () => import('./providers/compatible.ts'),
} satisfies Record<string, () => Promise<{ open: OpenProvider }>>

export type ProviderName = keyof typeof providers

/** Base URLs of providers that have one. */
export const defaultUrls: Readonly<Partial<Record<ProviderName, string>>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434/api',
}

const toolName = 'answer'

/** A model behind one of the provider packages. */
export function createModel(options: ModelOptions): Model {
  const { provider, name, call } = options
  let acceptsTemperature = true

  async function generate(wanted: ModelCall, signal: AbortSignal): Promise<ModelAnswer> {
    const { open } = await providers[provider]()
    let isRefusal = false
    const fetchChecked: CallModel = async (input, init) => {
      const response = await receive(() => call(input, init), signal)
      ;({ isRefusal } = await checkResponse(response))
      return response
    }
    const opened = open({ ...options, model: name, fetch: fetchChecked })
    const result = await generateOnce(opened.model, {
      ...toCallOptions(wanted),
      ...(acceptsTemperature && { temperature: 0 }),
      ...(opened.options && { providerOptions: opened.options }),
      abortSignal: signal,
    })
    return toAnswer(result, isRefusal)
  }

  return {
    id: `${provider}:${name}`,
    async ask(wanted, signal) {
      signal.throwIfAborted()
      try {
        return await generate(wanted, signal)
      } catch (thrown) {
        signal.throwIfAborted()
        if (!(thrown instanceof ModelFailure) || thrown.kind !== 'temperature') throw thrown
        acceptsTemperature = false
        return generate(wanted, signal)
      }
    },
  }
}

async function receive(call: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await call()
  } catch {
    signal.throwIfAborted()
    throw new ModelFailure('connection')
  }
}

/** Errors of the packages hold requests and responses; none of them goes further. */
async function generateOnce(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  try {
    return await model.doGenerate(options)
  } catch (thrown) {
    options.abortSignal?.throwIfAborted()
    if (thrown instanceof ModelFailure) throw thrown
    throw new ModelFailure('broken')
  }
}

function toCallOptions({
  messages,
  outputTokensMax,
  structure,
}: ModelCall): LanguageModelV4CallOptions {
  const base = { prompt: messages.map(toPrompt), maxOutputTokens: outputTokensMax }
  return structure ? { ...base, ...structureOptions[structure.mode](structure.schema) } : base
}

const structureOptions: Record<
  StructureMode,
  (schema: JsonSchema | undefined) => Partial<LanguageModelV4CallOptions>
> = {
  schema: (schema) => ({
    responseFormat: { type: 'json', name: toolName, ...(schema && { schema }) },
  }),
  object: () => ({ responseFormat: { type: 'json' } }),
  tool: (inputSchema = {}) => ({
    tools: [{ type: 'function', name: toolName, inputSchema }],
    toolChoice: { type: 'tool', toolName },
  }),
  text: () => ({}),
}

function toPrompt({ role, text }: Message): LanguageModelV4Message {
  if (role === 'system') return { role, content: text }
  return { role, content: [{ type: 'text', text }] }
}

function toAnswer(result: LanguageModelV4GenerateResult, isRefusal: boolean): ModelAnswer {
  const { content, finishReason, usage, structuredOutputText } = result
  const called = content.flatMap((part) => (part.type === 'tool-call' ? [part.input] : []))
  const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const text = withoutThoughts(called[0] ?? structuredOutputText ?? said.join(''))
  const { total: inputTokens } = usage.inputTokens
  const { total: outputTokens } = usage.outputTokens
  return {
    text,
    finish: isRefusal ? 'refused' : finishOf(finishReason.unified),
    usage: inputTokens === undefined ? undefined : { inputTokens, outputTokens: outputTokens ?? 0 },
  }
}

const endOfThoughts = '</think>'

/** Reasoning models of plain servers print their thoughts before the answer. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf(endOfThoughts)
  return end < 0 ? text : text.slice(end + endOfThoughts.length)
}

function finishOf(
  reason: LanguageModelV4GenerateResult['finishReason']['unified'],
): ModelAnswer['finish'] {
  if (reason === 'length') return 'length'
  return reason === 'content-filter' ? 'refused' : 'stop'
}
