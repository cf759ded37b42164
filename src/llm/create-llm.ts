import type { Log } from '#kernel/log.ts'
import type { ServerFetch } from '#net/call-server.ts'
import type { Database } from '#storage/database.ts'
import { createAnswersCache, type AnswersCache } from './answers-cache.ts'
import { createCircuit } from './circuit.ts'
import { createLanguageModel } from './create-language-model.ts'
import { createModel, defaultUrls, type ProviderName } from './create-model.ts'
import type { LanguageModel } from './language-model.ts'
import type { StructureMode } from './model.ts'
import { createSchemaCheck, type SchemaCheck } from './schema-check.ts'
import { createModelSlots } from './slots.ts'
import { createSpend, type TokenTotals } from './spend.ts'

/** The settings of the language model. */
export interface LlmSettings {
  readonly provider: ProviderName
  readonly model: string
  readonly smallModel?: string | undefined
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly contextTokens: number
  readonly outputTokensMax: number
  readonly structure: StructureMode | 'auto'
  readonly slots: number
  readonly teamSlots: number
  readonly monthlyTokens: number
}

interface LlmDeps {
  /** Absent where nothing is stored and no team is charged. */
  readonly database?: Database
  /** Opens the connections to the origin of a URL. */
  readonly connect: (url: string) => { readonly call: ServerFetch }
  readonly log: Log
  readonly retryMs?: number
}

/** The language models of the service: one for answers, and a cheaper one for judgments. */
export interface Llm extends AsyncDisposable {
  readonly model: LanguageModel
  readonly smallModel: LanguageModel
  readonly cache: AnswersCache | undefined
  /** Checks values against schemas of callers. */
  readonly findErrors: SchemaCheck['findErrors']
  totals(): TokenTotals
}

/** Base URL of the configured server. */
export const chooseUrl = ({ provider, url }: Pick<LlmSettings, 'provider' | 'url'>) =>
  url ?? defaultUrls[provider]

/** Those of local models. The others take no lengths and no objects of which nothing is known. */
const grammarProviders: ReadonlySet<ProviderName> = new Set(['compatible', 'ollama'])

export function createLlm(settings: LlmSettings, deps: LlmDeps): Llm {
  const { provider, contextTokens, outputTokensMax, structure, key = '' } = settings
  const { database, log } = deps
  const url = chooseUrl(settings)
  if (url === undefined) {
    throw new Error('WEIR_LLM_PROVIDER=compatible needs WEIR_LLM_URL, the base URL of the server.')
  }
  const { call } = deps.connect(url)
  const schemaCheck = createSchemaCheck()
  const cache = database && createAnswersCache({ database })
  const parts = {
    contextTokens,
    outputTokensMax,
    structure,
    takesGrammar: grammarProviders.has(provider),
    slots: createModelSlots(settings),
    circuit: createCircuit(),
    spend: createSpend({ monthlyTokens: settings.monthlyTokens, ...(database && { database }) }),
    schemaCheck,
    ...(cache && { cache }),
    log,
    ...(deps.retryMs !== undefined && { retryMs: deps.retryMs }),
  }
  const open = (name: string) =>
    createLanguageModel({
      ...parts,
      model: createModel({ provider, name, url, key, contextTokens, call }),
    })
  const model = open(settings.model)
  const { smallModel } = settings
  return {
    model,
    smallModel: smallModel === undefined ? model : open(smallModel),
    cache,
    findErrors: (task, caller) => schemaCheck.findErrors(task, caller),
    totals: () => parts.spend.totals(),
    [Symbol.asyncDispose]: () => schemaCheck[Symbol.asyncDispose](),
  }
}
