import { z } from 'zod'
import { setting } from './setting.ts'

export const clientSettings = {
  url: setting(
    'WEIR_URL',
    z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'Client setting, not read by the service: base URL that `weir monitor`, `weir interact`, `weir mcp` and the examples connect to.',
      ),
  ),
}

export const clientSecrets = {
  clientKey: setting(
    'WEIR_KEY',
    z
      .string()
      .optional()
      .describe(
        'Client setting, not read by the service: the API key that `weir monitor`, `weir interact`, `weir mcp` and the examples send.',
      ),
  ),
}
