import { createOllama } from 'ollama-ai-provider-v2'
import type { OpenProvider } from './provider.ts'

/** Ollama's own API: its OpenAI API ignores the context length and drops the beginning of long prompts. */
export const open: OpenProvider = ({ url, key, model, contextTokens, fetch }) => ({
  model: createOllama({
    baseURL: url,
    ...(key !== '' && { headers: { authorization: `Bearer ${key}` } }),
    fetch,
  })(model),
  options: { ollama: { options: { num_ctx: contextTokens } } },
})
