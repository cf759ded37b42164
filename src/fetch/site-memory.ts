import type { Clock } from '#kernel/clock.ts'

/** A fact about each of the sites of a team. Entries expire. */
export interface SiteMemory<Value> {
  get(url: string): Value | undefined
  set(url: string, value: Value): void
  remove(url: string): void
}

const rememberedMs = 3_600_000
const sitesPerTeamMax = 1_000
const teamsMax = 1_000

/** Teams have separate memories, so that the way a page is fetched does not reveal what other teams scrape. */
export function createSiteMemory<Value>(clock: Clock): { of(teamId: string): SiteMemory<Value> } {
  /** Least recently used first. */
  const teams = new Map<string, SiteMemory<Value>>()
  return {
    of(teamId) {
      const sites = teams.get(teamId) ?? createSites<Value>(clock)
      teams.delete(teamId)
      teams.set(teamId, sites)
      const [oldest] = teams.keys()
      if (teams.size > teamsMax && oldest !== undefined) teams.delete(oldest)
      return sites
    },
  }
}

function createSites<Value>(clock: Clock): SiteMemory<Value> {
  /** By host, oldest first. */
  const sites = new Map<string, { readonly value: Value; readonly untilMs: number }>()
  return {
    get(url) {
      const found = sites.get(siteOf(url))
      return found && found.untilMs > clock.now().getTime() ? found.value : undefined
    },
    set(url, value) {
      sites.delete(siteOf(url))
      sites.set(siteOf(url), { value, untilMs: clock.now().getTime() + rememberedMs })
      const [oldest] = sites.keys()
      if (sites.size > sitesPerTeamMax && oldest !== undefined) sites.delete(oldest)
    },
    remove(url) {
      sites.delete(siteOf(url))
    },
  }
}

const siteOf = (url: string) => new URL(url).host
