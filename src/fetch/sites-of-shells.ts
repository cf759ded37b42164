import type { Clock } from '#kernel/clock.ts'

/** Which sites hold pages that needed a browser, so that others of them go there at once. Forgets by itself. */
export interface SitesOfShells {
  has(url: string): boolean
  add(url: string): void
  remove(url: string): void
}

const rememberedMs = 3_600_000
const sitesMax = 10_000

export function createSitesOfShells(clock: Clock): SitesOfShells {
  /** Sites by the time they are forgotten, the oldest first. */
  const sites = new Map<string, number>()
  return {
    has(url) {
      const until = sites.get(siteOf(url))
      return until !== undefined && until > clock.now().getTime()
    },
    add(url) {
      sites.delete(siteOf(url))
      sites.set(siteOf(url), clock.now().getTime() + rememberedMs)
      const [oldest] = sites.keys()
      if (sites.size > sitesMax && oldest !== undefined) sites.delete(oldest)
    },
    remove(url) {
      sites.delete(siteOf(url))
    },
  }
}

const siteOf = (url: string) => new URL(url).host
