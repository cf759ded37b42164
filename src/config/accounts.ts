import { z } from 'zod'
import { setting } from './setting.ts'

export const accountsSecrets = {
  firstApiKey: setting(
    'WEIR_API_KEY',
    z
      .string()
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe('API key of the first team. When unset, the first start generates a random one.'),
  ),
}
