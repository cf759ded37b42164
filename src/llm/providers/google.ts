import { createGoogleGenerativeAI } from '@ai-sdk/google'
import type { OpenProvider } from './provider.ts'

/** Google's Gemini API. */
export const open: OpenProvider = ({ url, key, model, fetch }) => ({
  model: createGoogleGenerativeAI({ baseURL: url, apiKey: key, fetch })(model),
})
