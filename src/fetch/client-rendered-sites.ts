import type { Clock } from '#kernel/clock.ts'

/** Sites with pages that needed a browser; their other pages use one at once. Entries expire after an hour. */
export interface ClientRenderedSites {
  has(url: string): boolean
  add(url: string): void
  remove(url: string): void
}

const rememberedMs = 3_600_000
const sitesPerTeamMax = 1_000
const teamsMax = 1_000

/** Teams have separate lists, so that the choice of an engine does not reveal what other teams scrape. */
export function createClientRenderedSites(clock: Clock): {
  of(teamId: string): ClientRenderedSites
} {
  /** Least recently used first. */
  const teams = new Map<string, ClientRenderedSites>()
  return {
    of(teamId) {
      const sites = teams.get(teamId) ?? createSites(clock)
      teams.delete(teamId)
      teams.set(teamId, sites)
      const [oldest] = teams.keys()
      if (teams.size > teamsMax && oldest !== undefined) teams.delete(oldest)
      return sites
    },
  }
}

function createSites(clock: Clock): ClientRenderedSites {
  /** Expiry time by host, oldest first. */
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
      if (sites.size > sitesPerTeamMax && oldest !== undefined) sites.delete(oldest)
    },
    remove(url) {
      sites.delete(siteOf(url))
    },
  }
}

const siteOf = (url: string) => new URL(url).host
