import { z } from 'zod'
import { setting } from './setting.ts'

export const mcpSettings = {
  keyInPath: setting(
    'WEIR_MCP_KEY_IN_PATH',
    z
      .enum(['on', 'off'])
      .default('off')
      .describe(
        'Serves MCP at `/<API key>/v2/mcp` too, for clients that cannot send headers. Proxies and browsers may log such a URL.',
      ),
  ),
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
