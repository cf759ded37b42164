import type { FilteringProxy } from '#net/filtering-proxy.ts'
import { checkText, checkUrl } from '#net/filtering-proxy/check-page.ts'
import type { PageSetting } from './browsers.ts'
import type { RunningBrowser } from './launch.ts'
import { openPage } from './open-page.ts'
import { orAborted } from '#kernel/or-aborted.ts'

const tryMsMax = 20_000

/** Without a team: no site is requested. */
const setting: PageSetting & { onBehalfOf: { teamId: string } } = {
  onBehalfOf: { teamId: '' },
  proxy: 'basic',
  skipTlsVerification: false,
  headers: {},
  context: {},
}

/** Loads a test page with a script through the proxy. Throws an error with a sentence if that fails. */
export async function selfTest(running: RunningBrowser, proxy: FilteringProxy): Promise<void> {
  const limit = AbortSignal.any([running.gone, AbortSignal.timeout(tryMsMax)])
  const shown = await orAborted(show(running, proxy), limit).catch((cause: unknown) => {
    throw new Error(`It starts, but loads no page: ${firstLine(cause)}`, { cause })
  })
  if (shown === checkText) return
  throw new Error('It starts, but cannot use the proxy of this service.')
}

async function show(running: RunningBrowser, proxy: FilteringProxy): Promise<string> {
  const opened = await openPage(running, proxy, setting)
  try {
    await opened.page.goto(checkUrl, { timeout: tryMsMax })
    return await opened.page.innerText('p', { timeout: tryMsMax })
  } finally {
    await opened.close()
  }
}

const firstLine = (thrown: unknown) => String(thrown).split('\n', 1)[0]
