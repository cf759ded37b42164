import { createAnthropic } from '@ai-sdk/anthropic'
import type { OpenProvider } from './provider.ts'

/** Anthropic's messages API. */
export const open: OpenProvider = ({ url, key, model, fetch }) => ({
  model: createAnthropic({ baseURL: url, apiKey: key, fetch })(model),
})
