import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { OpenProvider } from './provider.ts'

/** Any server that speaks OpenAI's chat API: vLLM, llama.cpp, LM Studio and others. */
export const open: OpenProvider = ({ url, key, model, fetch }) => ({
  model: createOpenAICompatible({
    name: 'compatible',
    baseURL: url,
    ...(key !== '' && { apiKey: key }),
    fetch,
    // Without it the schema would be left out of the request.
    supportsStructuredOutputs: true,
  })(model),
})
