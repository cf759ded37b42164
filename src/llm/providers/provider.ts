import type { ServerFetch } from '#net/call-server.ts'
import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'

export interface ProviderSettings {
  readonly url: string
  /** Empty when the server needs none. */
  readonly key: string
  readonly model: string
  readonly contextTokens: number
  readonly fetch: ServerFetch
}

/** A model of a provider, and the options that only this provider takes. */
export interface OpenedProvider {
  readonly model: LanguageModelV4
  readonly options?: SharedV4ProviderOptions
}

export type OpenProvider = (settings: ProviderSettings) => OpenedProvider
