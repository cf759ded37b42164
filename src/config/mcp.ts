import { z } from 'zod'
import { setting } from './setting.ts'

export const mcpSettings = {
  charactersMax: setting(
    'WEIR_MCP_OUTPUT_MAX',
    z.coerce
      .number()
      .int()
      .min(5_000)
      .max(1_000_000)
      .default(60_000)
      .describe(
        'Most characters of the result of an MCP tool, unless the call sets `maxCharacters`. Longer results are cut and say how to read on.',
      ),
  ),
}
