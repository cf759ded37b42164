import { getDomain } from 'tldts'

/** Which URLs belong to the site of a start URL. */
export interface SiteScope {
  readonly url: string
  readonly includeSubdomains: boolean
  readonly allowSubdomains: boolean
  readonly allowExternalLinks: boolean
  readonly filterByPath: boolean
  readonly crawlEntireDomain: boolean
}

/** Returns whether a URL is in the scope of a map, without patterns. */
export function siteScope(request: SiteScope): (url: URL) => boolean {
  const start = new URL(request.url)
  const isOnSite = siteTest(start, request)
  const isBelow = pathTest(start, request)
  return (url) => (isOnSite(url) ? isBelow(url) : request.allowExternalLinks)
}

type Hosts = Pick<SiteScope, 'includeSubdomains' | 'allowSubdomains'>

function siteTest(start: URL, { includeSubdomains, allowSubdomains }: Hosts) {
  const host = withoutWww(start.host)
  const domain = allowSubdomains ? getDomain(start.hostname) : null
  return (url: URL): boolean => {
    const other = withoutWww(url.host)
    if (other === host || (includeSubdomains && other.endsWith(`.${host}`))) return true
    return domain !== null && getDomain(url.hostname) === domain
  }
}

type Paths = Pick<SiteScope, 'filterByPath' | 'crawlEntireDomain'>

/** `/docs` and `/docs/` mean the paths below; `/docs/start.html` means its folder. */
function pathTest(start: URL, { filterByPath, crawlEntireDomain }: Paths) {
  const folder = findFolder(start)
  if (!filterByPath || crawlEntireDomain || folder === '' || isSitemap(start)) return () => true
  return ({ pathname }: URL) => pathname === folder || pathname.startsWith(`${folder}/`)
}

/** The path without its file name and trailing slash. */
export function findFolder({ pathname }: URL): string {
  const slash = pathname.lastIndexOf('/')
  const dot = pathname.indexOf('.', slash)
  const isFile = dot !== -1 && pathname.length - dot > 2
  return (isFile ? pathname.slice(0, slash) : pathname).replace(/(?<!\/)\/+$/, '')
}

/** The URL of a site may be that of its sitemap. */
export const isSitemap = ({ pathname }: URL) => /\.xml(\.gz)?$/i.test(pathname)

export const withoutWww = (host: string) => host.replace(/^www\./, '')
