import { addressRanges, list, proxyUrls, setting } from './setting.ts'

export const netSettings = {
  allowedPrivateCidrs: setting(
    'WEIR_ALLOWED_PRIVATE_CIDRS',
    addressRanges.describe(
      'Private address ranges that may be fetched, comma-separated, for example `10.1.0.0/16`. Cloud metadata addresses are always refused.',
    ),
  ),
  allowedPrivateHosts: setting(
    'WEIR_ALLOWED_PRIVATE_HOSTS',
    list.describe(
      'Host names that may resolve to private addresses, comma-separated, for example `wiki.corp`.',
    ),
  ),
}

export const netSecrets = {
  proxiesBasic: setting(
    'WEIR_PROXY_BASIC',
    proxyUrls.describe('Upstream proxies for `proxy: basic`, comma-separated URLs.'),
  ),
  proxiesEnhanced: setting(
    'WEIR_PROXY_ENHANCED',
    proxyUrls.describe('Upstream proxies for `proxy: enhanced`, comma-separated URLs.'),
  ),
}
