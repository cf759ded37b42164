import { optionalBaseUrlSetting } from './setting.ts'

export const safetySettings = {
  piiUrl: optionalBaseUrlSetting(
    'WEIR_PII_URL',
    'Base URL of a Presidio analyser (`POST /analyze`), for example `http://127.0.0.1:5002`. `redactPII` in the mode `accurate` asks it, or else the language model. It may be a private address; page texts are sent to it.',
  ),
  guardUrl: optionalBaseUrlSetting(
    'WEIR_GUARD_URL',
    'Base URL of a text classifier with the API of text-embeddings-inference (`POST /predict`). `checkPromptInjection` asks it about each page in which the rules find nothing. It may be a private address; page texts are sent to it.',
  ),
}
