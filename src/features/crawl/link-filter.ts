import { getDomain } from 'tldts'
import { pathPatterns } from '#sites/path-patterns.ts'
import { withoutWww } from '#sites/site-scope.ts'
import type { RobotsRules } from '#fetch/robots-rules.ts'
import { urlLengthMax } from '#kernel/url.ts'
import type { CrawlerOptions } from './contract.ts'

/** Why a link is not a page of the crawl (docs/api/crawl.md). */
export type Denial =
  | 'URL_PARSE_ERROR'
  | 'NON_WEB_PROTOCOL'
  | 'DEPTH_LIMIT'
  | 'FILE_TYPE'
  | 'BACKWARD_CRAWLING'
  | 'EXCLUDE_PATTERN'
  | 'INCLUDE_PATTERN'
  | 'ROBOTS_TXT'
  | 'SOCIAL_MEDIA'
  | 'EXTERNAL_LINK'
  | 'TRAP'

export interface LinkFilter {
  /** Undefined if the link is a page of the crawl. */
  findDenial(link: string): Denial | undefined
  /** Whether a URL has the host of the crawl. */
  isOnSite(url: URL): boolean
  /** Whether it also has a path in the scope of the crawl. */
  isInScope(url: URL): boolean
  /** Whether the links of a page are followed: not on pages of other sites. */
  isFollowed(url: URL): boolean
  /** Whether robots.txt disallows a URL of the site. */
  isDisallowed(url: string): boolean
  /** Maximum cost of judging links, in units of about 20 ns. */
  countWork(links: readonly string[]): number
}

/** Each character of a link is parsed several times. */
const looksPerCharacter = 10

/** Files that are not pages; PDF and Word documents are. */
const fileTypes =
  /\.(png|jpe?g|gif|css|js|ico|svg|tiff|zip|exe|dmg|mp[34]|wav|pptx|xlsx|avi|flv|woff2?|ttf|webp|inc)$/i

const socialMedia = [
  'facebook.com',
  'twitter.com',
  'linkedin.com',
  'instagram.com',
  'pinterest.com',
  'github.com',
  'calendly.com',
  'discord.gg',
  'discord.com',
]

/** Generated paths that grow without end repeat a segment more than three times, in a row or alternating. */
const trap = /(\/[^/]+)(?:\/[^/]+)?\1(?:\/[^/]+)?\1(?:\/[^/]+)?\1(?=\/|$)/
const pathPartsMax = 64

/** Returns the filter of a crawl from `start`; its tests run in the order of docs/api/crawl.md. */
export function createLinkFilter(
  start: string,
  options: CrawlerOptions,
  robots: RobotsRules,
): LinkFilter {
  const home = new URL(start)
  const patterns = pathPatterns(options)
  const isInScope = createScope(home, options)
  const domain = getDomain(home.hostname)
  const isOnSite = (url: URL) => withoutWww(url.host) === withoutWww(home.host)
  const isSister = (url: URL) =>
    options.allowSubdomains && domain !== null && getDomain(url.hostname) === domain
  const isDisallowed = (url: string) => {
    if (options.ignoreRobotsTxt) return false
    // The rule of a folder also applies to its URL without the slash.
    return !robots.isAllowed(url) || (!url.endsWith('/') && !robots.isAllowed(`${url}/`))
  }

  function denialOnSite(url: URL): Denial | undefined {
    if (!isInScope(url)) return 'BACKWARD_CRAWLING'
    if (patterns.isExcluded(url.href)) return 'EXCLUDE_PATTERN'
    if (!patterns.isIncluded(url.href)) return 'INCLUDE_PATTERN'
    return isDisallowed(url.href) ? 'ROBOTS_TXT' : undefined
  }

  function denialElsewhere(url: URL): Denial | undefined {
    if (socialMedia.some((name) => url.host.includes(name))) return 'SOCIAL_MEDIA'
    if (patterns.isExcludedInFull(url.href)) return 'EXCLUDE_PATTERN'
    if (options.allowExternalLinks && url.pathname !== '/') return undefined
    if (!isSister(url)) return 'EXTERNAL_LINK'
    return patterns.isIncluded(url.href) ? undefined : 'INCLUDE_PATTERN'
  }

  return {
    isOnSite,
    isInScope: (url) => isOnSite(url) && isInScope(url),
    isFollowed: (url) => isOnSite(url) || isSister(url),
    isDisallowed,
    countWork: (links) =>
      links.reduce(
        // Rules are matched twice: with and without a slash.
        (sum, { length }) =>
          sum + length * (looksPerCharacter + patterns.size) + 2 * robots.countWork(length),
        0,
      ),
    findDenial(link) {
      const url = link.length > urlLengthMax ? null : URL.parse(link)
      if (!url) return 'URL_PARSE_ERROR'
      if (!/^https?:$/.test(url.protocol)) return 'NON_WEB_PROTOCOL'
      const parts = splitParts(url)
      if (parts.length > pathPartsMax || trap.test(url.pathname)) return 'TRAP'
      const { maxDepth } = options
      if (maxDepth !== undefined && parts.length - splitParts(home).length > maxDepth) {
        return 'DEPTH_LIMIT'
      }
      if (fileTypes.test(url.pathname)) return 'FILE_TYPE'
      return isOnSite(url) ? denialOnSite(url) : denialElsewhere(url)
    },
  }
}

const splitParts = ({ pathname }: URL) =>
  pathname.split('/').filter((part) => part !== '' && !/^index\.(html|php)$/.test(part))

/** Scope of a start path: `/docs/` is a prefix, `/docs/a.html` means its folder, `/docs` itself and the paths below it. */
function createScope(home: URL, { crawlEntireDomain }: CrawlerOptions): (url: URL) => boolean {
  if (crawlEntireDomain) return () => true
  const { pathname } = home
  if (pathname.endsWith('/')) return (url) => url.pathname.startsWith(pathname)
  if (/\.[^./]{2,}$/.test(pathname)) {
    const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1)
    return (url) => url.pathname.startsWith(folder)
  }
  return (url) => url.pathname === pathname || url.pathname.startsWith(`${pathname}/`)
}
