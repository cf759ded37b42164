import { getDomain } from 'tldts'
import thirdParties from 'third-party-web/httparchive-nostats-subset.js'
import { listParentDomains } from '#kernel/url.ts'
import { contentDomains, ownPatterns } from './own-patterns.ts'

/** Third-party URLs of advertising, tracking and consent dialogues. */
export interface BlockedUrls {
  /** URL patterns for the requests of a page; an asterisk matches anything. */
  patternsFor(pageUrl: string): string[]
  /** Whether a frame in such a page is blocked. */
  isBlockedFrame(frameUrl: string, pageUrl: string): boolean
}

const blockedCategories = new Set(['ad', 'analytics', 'consent-provider'])

/** Domains from the third-party list of the package `third-party-web`; a leading `*.` includes subdomains. */
export function createBlockedUrls(): BlockedUrls {
  const domains = thirdParties.entities
    .filter(({ categories: [first = ''] }) => blockedCategories.has(first))
    .flatMap((entity) => entity.domains)
    .filter((domain) => !contentDomains.has(withoutStar(domain).replace(/^www\./, '')))
  const byName = new Map(domains.map((domain) => [withoutStar(domain), domain.startsWith('*.')]))
  const rules = domains.map((domain) => ({
    site: getDomain(withoutStar(domain)),
    patterns: toPatterns(domain),
  }))
  const isBlockedHost = (host: string) =>
    byName.has(host) || listParentDomains(host).some((parent) => byName.get(parent) === true)
  return {
    patternsFor(pageUrl) {
      const site = getDomain(readHost(pageUrl))
      return ownPatterns.concat(...rules.map((rule) => (rule.site === site ? [] : rule.patterns)))
    },
    isBlockedFrame(frameUrl, pageUrl) {
      const [frame, page] = [readHost(frameUrl), readHost(pageUrl)]
      return isBlockedHost(frame) && !isSameSite(frame, page)
    },
  }
}

const withoutStar = (domain: string) => domain.replace('*.', '').toLowerCase()

const toPatterns = (domain: string) =>
  domain.startsWith('*.')
    ? [`*://${withoutStar(domain)}/*`, `*://${domain.toLowerCase()}/*`]
    : [`*://${domain.toLowerCase()}/*`]

function readHost(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

/** Requests of a site to itself are never blocked. */
function isSameSite(one: string, other: string): boolean {
  return one === other || (getDomain(one) !== null && getDomain(one) === getDomain(other))
}
