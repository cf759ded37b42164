import { optionalTextSetting, optionalUrlSetting } from './setting.ts'

export const clientSettings = {
  url: optionalUrlSetting(
    'WEIR_URL',
    'Client setting, not read by the service: base URL that `weir monitor`, `weir interact`, `weir mcp` and the examples connect to.',
  ),
}

export const clientSecrets = {
  clientKey: optionalTextSetting(
    'WEIR_KEY',
    'Client setting, not read by the service: the API key that `weir monitor`, `weir interact`, `weir mcp` and the examples send.',
  ),
}
