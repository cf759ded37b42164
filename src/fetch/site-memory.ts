import type { Clock } from '#kernel/clock.ts'
import { createMemory } from '#kernel/memory.ts'

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
  const teams = createMemory<SiteMemory<Value>>({ sizeMax: teamsMax })
  return { of: (teamId) => teams.getOrMake(teamId, () => createSites<Value>(clock)) }
}

function createSites<Value>(clock: Clock): SiteMemory<Value> {
  const sites = createMemory<Value>({ sizeMax: sitesPerTeamMax, lifeMs: rememberedMs, clock })
  return {
    get: (url) => sites.get(readSite(url)),
    set: (url, value) => sites.set(readSite(url), value),
    remove: (url) => sites.delete(readSite(url)),
  }
}

const readSite = (url: string) => new URL(url).host
