import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider'
import type { JsonSchema } from '#schemas/json-schema.ts'
import type { ServerFetch } from '#net/call-server.ts'
import { checkResponse } from './check-response.ts'
import {
  ModelError,
  type Model,
  type ModelAnswer,
  type ModelCall,
  type StructureMode,
} from './model.ts'
import { makeCalls, toolOptions, toPrompt } from './prompts.ts'
import type { OpenProvider } from './providers/provider.ts'

interface ModelOptions {
  readonly provider: ProviderName
  readonly name: string
  readonly url: string
  readonly key: string
  readonly contextTokens: number
  /** Sends every request (`#net/call-server.ts`). */
  readonly call: ServerFetch
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
    const fetchChecked: ServerFetch = async (input, init) => {
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
    return toAnswer(result, { isRefusal, wanted })
  }

  return {
    id: `${provider}:${name}`,
    async ask(wanted, signal) {
      signal.throwIfAborted()
      try {
        return await generate(wanted, signal)
      } catch (thrown) {
        signal.throwIfAborted()
        if (!(thrown instanceof ModelError) || thrown.kind !== 'temperature') throw thrown
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
    throw new ModelError('connection')
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
    if (thrown instanceof ModelError) throw thrown
    throw new ModelError('broken')
  }
}

function toCallOptions(wanted: ModelCall): LanguageModelV4CallOptions {
  const { messages, outputTokensMax, structure, tools } = wanted
  const base = { prompt: messages.map(toPrompt), maxOutputTokens: outputTokensMax }
  if (structure) return { ...base, ...structureOptions[structure.mode](structure.schema) }
  return tools ? { ...base, ...toolOptions(tools, wanted.mustCall) } : base
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
    // The only tool: plain servers take no name here.
    toolChoice: { type: 'required' },
  }),
  text: () => ({}),
}

function toAnswer(
  result: LanguageModelV4GenerateResult,
  { isRefusal, wanted }: { readonly isRefusal: boolean; readonly wanted: ModelCall },
): ModelAnswer {
  const { content, finishReason, usage, structuredOutputText } = result
  const calls = makeCalls(result, wanted)
  const said = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const structured = wanted.structure ? (calls[0]?.input ?? structuredOutputText) : undefined
  const { total: inputTokens } = usage.inputTokens
  const { total: outputTokens } = usage.outputTokens
  return {
    text: withoutThoughts(structured ?? said.join('')),
    calls: wanted.structure ? [] : calls,
    finish: isRefusal ? 'refused' : readFinish(finishReason.unified),
    usage: inputTokens === undefined ? undefined : { inputTokens, outputTokens: outputTokens ?? 0 },
  }
}

const endOfThoughts = '</think>'

/** Reasoning models of plain servers print their thoughts before the answer. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf(endOfThoughts)
  return end < 0 ? text : text.slice(end + endOfThoughts.length)
}

function readFinish(
  reason: LanguageModelV4GenerateResult['finishReason']['unified'],
): ModelAnswer['finish'] {
  if (reason === 'length') return 'length'
  return reason === 'content-filter' ? 'refused' : 'stop'
}
