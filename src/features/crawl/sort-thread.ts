import { noRules, readRobots, type RobotsRules, type RobotsSource } from '#fetch/robots-rules.ts'
import {
  sortLinks,
  toSite,
  type LinkList,
  type SiteRequest,
  type SortedLinks,
} from './sort-links.ts'

/** A site as it goes to another thread: texts are copied fast, rules and patterns are read there again. */
export interface SortTask {
  readonly start: string
  readonly request: SiteRequest
  readonly robots: RobotsSource | undefined
  readonly list: LinkList
}

export interface SortResult {
  readonly sorted: SortedLinks
  /** Whether robots.txt keeps the page of the list out. */
  readonly isPageDisallowed: boolean
}

/** The rules that were read last: lists of one crawl often follow each other. */
let last: RobotsRules = noRules

function rulesOf(robots: RobotsSource | undefined): RobotsRules {
  if (!robots) return noRules
  const isSame =
    last.source?.text === robots.text && last.source.agents.join() === robots.agents.join()
  if (!isSame) last = readRobots(robots.text, robots.agents)
  return last
}

/** What a thread runs. */
export function sortInThread({ start, request, robots, list }: SortTask): SortResult {
  const site = toSite(start, request, rulesOf(robots))
  const { page } = list
  const isPageDisallowed = page !== undefined && site.filter.isDisallowed(page)
  return { sorted: sortLinks(site, list), isPageDisallowed }
}
