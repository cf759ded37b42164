import { siteWaitMs } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import type { Caller } from '#kernel/caller.ts'
import type { GetPage } from './get-page.ts'
import { noRules, readRobotsInTurns, type RobotsRules } from './robots-rules.ts'
import { plainRequest } from './plain-request.ts'
import { refuseUntilRetry } from './retry-after.ts'

/**
 * Returns the robots.txt rules of a URL's site for our product token or another. If it cannot be fetched in time with status 2xx,
 * everything is allowed (docs/api/crawl.md). Throws only the reason of the caller's signal, and `SCRAPE_SITE_ERROR` with the time to
 * wait if the site asks to be requested later.
 */
export type RobotsOf = (
  url: string,
  caller: Caller,
  agents?: readonly string[],
) => Promise<RobotsRules>

interface RobotsDeps {
  readonly getPage: GetPage
  /** Our product token. */
  readonly agent: string
}

const waitMsMax = 8_000
/** Rules are cached, because every page of a crawl needs them. */
const knownMs = 600_000
const knownBytesMax = 64 * 1024 * 1024
/** What an entry takes without its rules. */
const entryBytes = 64 * 1024
/** RFC 9309 requires at least 500 KiB; the rest is not read. */
const robotsBytesMax = 512 * 1024

export function createRobots({ getPage, agent }: RobotsDeps): RobotsOf {
  const known = createMemory<RobotsRules>({
    sizeMax: knownBytesMax,
    measureSize: ({ bytes }) => entryBytes + bytes,
    lifeMs: knownMs,
  })

  async function fetchRules(url: string, caller: Caller, agents: readonly string[]) {
    const request = plainRequest(new URL('/robots.txt', url).href, { bodyBytesMax: robotsBytesMax })
    const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(waitMsMax)])
    const endsAt = new Date(Date.now() + waitMsMax)
    try {
      const { page, keep } = await getPage(request, { ...caller, signal, endsAt })
      await keep()
      // Without a memory of the site, nothing limits how often it is waited for.
      if (caller.zeroDataRetention === false) refuseUntilRetry(page)
      if (page.status < 200 || page.status > 299) return noRules
      return await readRobotsInTurns(new TextDecoder().decode(page.body), agents)
    } catch (error) {
      caller.signal.throwIfAborted()
      if (siteWaitMs(error) !== undefined) throw error
      return noRules
    }
  }
  return async function loadRobots(url, caller, agents = [agent]) {
    const key = [caller.teamId, new URL(url).origin, ...agents].join(' ')
    const before = known.get(key)
    if (before) return before
    const rules = await fetchRules(url, caller, agents)
    known.set(key, rules)
    return rules
  }
}
