import { z } from 'zod'
import { setting } from './setting.ts'

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
  .optional()

export const safetySettings = {
  piiUrl: setting(
    'WEIR_PII_URL',
    baseUrl.describe(
      'Base URL of a Presidio analyser (`POST /analyze`), for example `http://127.0.0.1:5002`. `redactPII` in the mode `accurate` asks it, or else the language model. It may be a private address; page texts are sent to it.',
    ),
  ),
  guardUrl: setting(
    'WEIR_GUARD_URL',
    baseUrl.describe(
      'Base URL of a text classifier with the API of text-embeddings-inference (`POST /predict`). `checkPromptInjection` asks it about each page in which the rules find nothing. It may be a private address; page texts are sent to it.',
    ),
  ),
}
