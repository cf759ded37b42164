import { createOpenAI } from '@ai-sdk/openai'
import type { OpenProvider } from './provider.ts'

/** OpenAI's chat API. */
export const open: OpenProvider = ({ url, key, model, fetch }) => ({
  model: createOpenAI({ baseURL: url, apiKey: key, fetch }).chat(model),
})
