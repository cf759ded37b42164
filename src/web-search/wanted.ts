import type { Source } from './providers/provider.ts'
import type { ParsedQuery } from './query.ts'
import type { WantedTime } from './time-range.ts'

/** What is searched for in one source: the query, and everything that narrows it. */
export interface Wanted {
  readonly source: Source
  readonly query: ParsedQuery
  /** Results must be on one of these hosts, or below; empty for anywhere. */
  readonly sites: readonly string[]
  /** The only pages that are searched, which the team has read; no provider is asked then. */
  readonly urls?: readonly string[] | undefined
  readonly notSites: readonly string[]
  /** Endings of the path, lower case; with `sites` from categories either is enough. */
  readonly fileTypes: readonly string[]
  /** Sites and file types that categories ask for: a result needs one of them. */
  readonly anyOf: { readonly sites: readonly string[]; readonly fileTypes: readonly string[] }
  readonly time: WantedTime
  readonly tbs: string | undefined
  readonly filter: string | undefined
  readonly language: string
  /** Undefined when the caller names none; providers that need one then get US. */
  readonly country: string | undefined
  readonly location: string | undefined
  readonly safe: boolean | undefined
  readonly limit: number
}

/** Whether a result is one of those that were asked for, as far as its address tells. */
export function isWanted(address: string, wanted: Wanted): boolean {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false
  const { sites, notSites, fileTypes, anyOf, query } = wanted
  const path = url.pathname.toLowerCase()
  const isOn = (site: string) => url.hostname === site || url.hostname.endsWith(`.${site}`)
  const isType = (type: string) => path.endsWith(`.${type.toLowerCase()}`)
  const needsOne = anyOf.sites.length + anyOf.fileTypes.length > 0
  return (
    (sites.length === 0 || sites.some(isOn)) &&
    !notSites.some(isOn) &&
    (fileTypes.length === 0 || fileTypes.some(isType)) &&
    (!needsOne || anyOf.sites.some(isOn) || anyOf.fileTypes.some(isType)) &&
    query.inUrl.every((part) => url.href.toLowerCase().includes(part.toLowerCase()))
  )
}
