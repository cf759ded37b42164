import type { Clock } from '#kernel/clock.ts'

/** Which sites hold pages that needed a browser, so that others of them go there at once. Forgets by itself. */
export interface SitesOfShells {
  has(url: string): boolean
  add(url: string): void
  remove(url: string): void
}

const rememberedMs = 3_600_000
const sitesPerTeamMax = 1_000
const teamsMax = 1_000

/** Each team knows its own sites alone: the choice of an engine tells nobody what others have scraped. */
export function createSitesOfShells(clock: Clock): { of(teamId: string): SitesOfShells } {
  /** The least recently used first. */
  const teams = new Map<string, SitesOfShells>()
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

function createSites(clock: Clock): SitesOfShells {
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
      if (sites.size > sitesPerTeamMax && oldest !== undefined) sites.delete(oldest)
    },
    remove(url) {
      sites.delete(siteOf(url))
    },
  }
}

const siteOf = (url: string) => new URL(url).host
