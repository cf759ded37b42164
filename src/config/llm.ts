import { z } from 'zod'
import { setting } from './setting.ts'

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
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
  model: setting(
    'WEIR_LLM_MODEL',
    z.string().optional().describe('Name of the model, as the provider spells it.'),
  ),
  smallModel: setting(
    'WEIR_LLM_SMALL_MODEL',
    z
      .string()
      .optional()
      .describe(
        'Cheaper model for monitor judgments and page cleaning. When unset, WEIR_LLM_MODEL.',
      ),
  ),
  url: setting(
    'WEIR_LLM_URL',
    z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
      .optional()
      .describe(
        'Base URL of the API, for example `http://127.0.0.1:8000/v1`. Required for `compatible`; otherwise the default of the provider. It may be a private address.',
      ),
  ),
  contextTokens: setting(
    'WEIR_LLM_CONTEXT',
    count(1_024, 10_000_000)
      .default(16_384)
      .describe('Context length of the model, in tokens. Ollama is asked for this length.'),
  ),
  outputTokensMax: setting(
    'WEIR_LLM_OUTPUT_MAX',
    count(256, 1_000_000).default(4_096).describe('Maximum length of one response, in tokens.'),
  ),
  structure: setting(
    'WEIR_LLM_STRUCTURE',
    z
      .enum(['auto', 'schema', 'object', 'tool', 'text'])
      .default('auto')
      .describe(
        'How the model is asked for JSON. `auto` tries JSON Schema, JSON mode, a tool call and plain text, and remembers for an hour what the model supports.',
      ),
  ),
  slots: setting(
    'WEIR_LLM_SLOTS',
    count(1, 1_024)
      .default(8)
      .describe(
        'Model calls that one process makes concurrently. A quarter more, at least one, is reserved for teams that have none.',
      ),
  ),
  teamSlots: setting(
    'WEIR_LLM_TEAM_SLOTS',
    count(1, 1_024)
      .default(4)
      .describe('Model calls that one process makes concurrently for one team.'),
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
  monthlyTokens: setting(
    'WEIR_LLM_MONTHLY_TOKENS',
    count(0, Number.MAX_SAFE_INTEGER)
      .default(0)
      .describe(
        'Tokens that one team may use per calendar month (UTC), input and output together. Requests above it get 402. 0 means no limit.',
      ),
  ),
}

export const llmSecrets = {
  llmKey: setting(
    'WEIR_LLM_KEY',
    z.string().optional().describe('API key for the provider of the language model.'),
  ),
}
