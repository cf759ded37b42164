import { countSetting, onOffSetting } from './setting.ts'

export const mcpSettings = {
  keyInPath: onOffSetting(
    'WEIR_MCP_KEY_IN_PATH',
    'Serves MCP at `/<API key>/v2/mcp` too, for clients that cannot send headers. Proxies and browsers may log such a URL.',
    'off',
  ),
  charactersMax: countSetting(
    'WEIR_MCP_OUTPUT_MAX',
    'Most characters of the result of an MCP tool, unless the call sets `maxCharacters`. Longer results are cut and say how to read on.',
    { min: 5_000, max: 1_000_000, fallback: 60_000 },
  ),
}
