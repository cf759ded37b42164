import type { DataSource, ProviderSite } from './provider.ts'

/** What the registry says about a URL. */
export type Serving =
  | {
      readonly status: 'served'
      readonly providers: readonly DataSource[]
      readonly isExclusive: boolean
    }
  /** A page of an exclusive site that has no record. */
  | { readonly status: 'unsupported-url' }
  /** The operator has excluded the site. */
  | { readonly status: 'unsupported-site' }

/** The providers of this installation. */
export interface Registry {
  readonly providers: readonly DataSource[]
  /** Undefined for a page that is fetched as usual. */
  listServing(url: string): Serving | undefined
  /** Providers with a site of the host of the URL. */
  ofHost(url: string): readonly DataSource[]
}

export function createRegistry(
  providers: readonly DataSource[],
  unsupportedSites: readonly string[],
): Registry {
  return {
    providers,
    listServing(text) {
      if (providers.length === 0 && unsupportedSites.length === 0) return undefined
      const url = URL.parse(text)
      if (!url) return undefined
      const matching = providers.filter(({ sites }) => sites.some((site) => hasPath(url, site)))
      const sites = providers.flatMap((provider) => provider.sites)
      const ofHost = sites.filter(({ domain }) => isOfSite(url.hostname, domain))
      const isExclusive = ofHost.some((site) => site.isExclusive)
      if (matching.length > 0) return { status: 'served', providers: matching, isExclusive }
      if (isExclusive) return { status: 'unsupported-url' }
      const isExcluded = unsupportedSites.some((domain) => isOfSite(url.hostname, domain))
      return isExcluded ? { status: 'unsupported-site' } : undefined
    },
    ofHost(text) {
      const url = URL.parse(text)
      if (!url) return []
      const isOwn = ({ domain }: ProviderSite) => isOfSite(url.hostname, domain)
      return providers.filter(({ sites }) => sites.some(isOwn))
    },
  }
}

function isOfSite(hostname: string, domain: string): boolean {
  const host = hostname.replace(/\.$/, '')
  return host === domain || host.endsWith(`.${domain}`)
}

function hasPath(url: URL, { domain, paths }: ProviderSite): boolean {
  if (!isOfSite(url.hostname, domain)) return false
  const segments = splitSegments(url.pathname)
  return paths.some((path) => {
    const wanted = splitSegments(path)
    return (
      wanted.length === segments.length &&
      wanted.every((segment, index) => segment === '*' || segment === segments[index])
    )
  })
}

const splitSegments = (path: string) => path.split('/').filter(Boolean)
