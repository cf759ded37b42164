import { noRules, readRobots, type RobotsRules, type RobotsSource } from '#fetch/robots-rules.ts'
import {
  sortLinks,
  toSite,
  type LinkList,
  type SiteRequest,
  type SortedLinks,
} from './sort-links.ts'

/** A site as it is sent to a thread. Text is copied fast; rules and patterns are parsed again in the thread. */
export interface SortTask {
  readonly start: string
  readonly request: SiteRequest
  readonly robots: RobotsSource | undefined
  readonly list: LinkList
}

export interface SortResult {
  readonly sorted: SortedLinks
  /** Whether robots.txt disallows the page of the list. */
  readonly isPageDisallowed: boolean
}

/** The last rules: consecutive lists often belong to one crawl. */
let last: RobotsRules = noRules

function parseRules(robots: RobotsSource | undefined): RobotsRules {
  if (!robots) return noRules
  const isSame =
    last.source?.text === robots.text && last.source.agents.join() === robots.agents.join()
  if (!isSame) last = readRobots(robots.text, robots.agents)
  return last
}

/** Runs in a thread. */
export function sortInThread({ start, request, robots, list }: SortTask): SortResult {
  const site = toSite(start, request, parseRules(robots))
  const { page } = list
  const isPageDisallowed = page !== undefined && site.filter.isDisallowed(page)
  return { sorted: sortLinks(site, list), isPageDisallowed }
}
