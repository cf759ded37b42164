import { noRules, readRobots, type RobotsSource } from '#fetch/robots-rules.ts'
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

/** What a thread runs. */
export function sortInThread({ start, request, robots, list }: SortTask): SortedLinks {
  const rules = robots ? readRobots(robots.text, robots.agents) : noRules
  return sortLinks(toSite(start, request, rules), list)
}
