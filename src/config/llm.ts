import { z } from 'zod'
import {
  choiceSetting,
  countSetting,
  optionalBaseUrlSetting,
  optionalTextSetting,
  setting,
} from './setting.ts'

const price = z.coerce.number().min(0).max(1_000_000).optional()

export const llmSettings = {
  provider: setting(
    'WEIR_LLM_PROVIDER',
    z
      .enum(['openai', 'anthropic', 'google', 'ollama', 'compatible'])
      .optional()
      .describe(
        'API of the language model: `openai`, `anthropic`, `google`, `ollama`, or `compatible` for any other server that speaks the OpenAI chat API. When unset, no model is used.',
      ),
  ),
  model: optionalTextSetting('WEIR_LLM_MODEL', 'Name of the model, as the provider spells it.'),
  smallModel: optionalTextSetting(
    'WEIR_LLM_SMALL_MODEL',
    'Cheaper model for monitor judgments and page cleaning. When unset, WEIR_LLM_MODEL.',
  ),
  url: optionalBaseUrlSetting(
    'WEIR_LLM_URL',
    'Base URL of the API, for example `http://127.0.0.1:8000/v1`. Required for `compatible`; otherwise the default of the provider. It may be a private address.',
  ),
  contextTokens: countSetting(
    'WEIR_LLM_CONTEXT',
    'Context length of the model, in tokens. Ollama is asked for this length.',
    { min: 1_024, max: 10_000_000, fallback: 16_384 },
  ),
  outputTokensMax: countSetting(
    'WEIR_LLM_OUTPUT_MAX',
    'Maximum length of one response, in tokens.',
    {
      min: 256,
      max: 1_000_000,
      fallback: 4_096,
    },
  ),
  structure: choiceSetting(
    'WEIR_LLM_STRUCTURE',
    'How the model is asked for JSON. `auto` tries JSON Schema, JSON mode, a tool call and plain text, and remembers for an hour what the model supports.',
    { of: ['auto', 'schema', 'object', 'tool', 'text'], fallback: 'auto' },
  ),
  slots: countSetting(
    'WEIR_LLM_SLOTS',
    'Model calls that one process makes concurrently. A quarter more, at least one, is reserved for teams that have none.',
    { min: 1, max: 1_024, fallback: 8 },
  ),
  teamSlots: countSetting(
    'WEIR_LLM_TEAM_SLOTS',
    'Model calls that one process makes concurrently for one team.',
    { min: 1, max: 1_024, fallback: 4 },
  ),
  inputPrice: setting(
    'WEIR_LLM_INPUT_PRICE',
    price.describe(
      'Price of a million tokens of input, in any currency. `weir doctor --model` computes the price of a page from it.',
    ),
  ),
  outputPrice: setting(
    'WEIR_LLM_OUTPUT_PRICE',
    price.describe('Price of a million tokens of output, in the same currency.'),
  ),
  monthlyTokens: countSetting(
    'WEIR_LLM_MONTHLY_TOKENS',
    'Tokens that one team may use per calendar month (UTC), input and output together. Requests above it get 402. 0 means no limit.',
    { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 },
  ),
}

export const llmSecrets = {
  llmKey: optionalTextSetting('WEIR_LLM_KEY', 'API key for the provider of the language model.'),
}
