import { z } from 'zod'
import {
  bytes,
  list,
  onOffSetting,
  optionalCountSetting,
  optionalTextSetting,
  setting,
} from './setting.ts'

export const browserSettings = {
  path: optionalTextSetting(
    'WEIR_BROWSER_PATH',
    'Path of the Chromium program, or `packages` for the one of the npm package. When unset, an installed Chromium is used, or else the one of the npm package, which is installed on first use.',
  ),
  proxyHost: setting(
    'WEIR_BROWSER_PROXY_HOST',
    z
      .string()
      .default('127.0.0.1')
      .describe(
        'Address of this machine that the remote browser of WEIR_BROWSER_URL can connect to.',
      ),
  ),
  sandbox: onOffSetting(
    'WEIR_BROWSER_SANDBOX',
    'Whether Chromium runs in its sandbox. Set `off` only on a machine or container that holds nothing else.',
    'on',
  ),
  pagesMax: optionalCountSetting(
    'WEIR_BROWSER_PAGES_MAX',
    'Browser pages that one team may have open concurrently. The default depends on cores and memory. A quarter more, at least one, is reserved for other teams. 0 disables the browser.',
    { min: 0 },
  ),
  pageBytesMax: setting(
    'WEIR_BROWSER_PAGE_MEMORY_MAX',
    bytes(
      'Memory limit of one browser page, in bytes. A page that exceeds it is closed and fails.',
    ).default(1024 ** 3),
  ),
}

/** Each keeps a connection. */
const browsersMax = 64

export const browserSecrets = {
  browserUrl: setting(
    'WEIR_BROWSER_URL',
    list
      .refine(
        (urls) => urls.every((url) => URL.canParse(url) && /^(wss?|https?):\/\//.test(url)),
        'must be URLs that begin with ws://, wss://, http:// or https://',
      )
      .refine((urls) => urls.length <= browsersMax, `must be at most ${browsersMax} URLs`)
      .describe(
        'DevTools URLs of remote browsers, separated by commas, used instead of a local one. Pages are spread over them, and those of one that does not respond are loaded in the others.',
      ),
  ),
}
