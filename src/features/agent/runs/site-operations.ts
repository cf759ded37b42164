import type { MapSite } from '#features/map/map.ts'
import type { MapRequest } from '#features/map/contract.ts'
import type { PageOptions } from '#pages/page-options.ts'
import type { Scrape } from '#features/scrape/scrape.ts'
import { SearchRequest } from '#features/search/contract.ts'
import type { Search } from '#features/search/search.ts'
import type { Document } from '#formats/document.ts'
import type { Account } from '#kernel/account.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { ThreatProtection } from '#threat/options.ts'
import { innerCall, type InnerOperations } from './inner-operations.ts'
import type { Run } from './run.ts'

/** The operations of the service, for one way of running them. */
export type OpenOperations = (runOperation: RunOperation) => {
  readonly scrape: Scrape
  readonly mapSite: MapSite
  readonly search: Search
}

/** Who runs them, and until when. */
export interface SiteCall {
  readonly account: Account
  readonly signal: AbortSignal
  readonly run: Pick<Run, 'id' | 'kind'>
  readonly threatProtection: ThreatProtection | undefined
}

export interface SearchHit {
  readonly url: string
  readonly title: string
  readonly description: string
}

type WithCredits<Value> = Value & { readonly credits: number }

/** Scrape, map and search within a run; each returns what it costs at list price. */
export interface SiteOperations {
  /** `mayVisit` is asked before each URL is requested. */
  read(
    url: string,
    options: PageOptions & { readonly mayVisit?: (url: string) => boolean },
    call: SiteCall,
  ): Promise<WithCredits<{ readonly document: Document }>>
  map(
    request: MapRequest,
    call: SiteCall,
  ): Promise<WithCredits<{ readonly urls: readonly string[] }>>
  search(
    query: string,
    limit: number,
    call: SiteCall,
  ): Promise<WithCredits<{ readonly pages: readonly SearchHit[] }>>
}

export function createSiteOperations(deps: {
  readonly open: OpenOperations
  readonly inner: () => InnerOperations
}): SiteOperations {
  const begin = () => {
    const inner = deps.inner()
    return { inner, ...deps.open(inner.runOperation) }
  }
  return {
    async read(url, options, call) {
      const { inner, scrape } = begin()
      const { threatProtection } = call
      const request = { ...options, threatProtection, url, alexandria: undefined }
      const document = await scrape(request, innerCall(call))
      return { document, credits: inner.credits }
    },
    async map(request, call) {
      const { inner, mapSite } = begin()
      const { links } = await mapSite(
        { ...request, threatProtection: call.threatProtection },
        innerCall(call),
      )
      return { urls: links.map(({ url }) => url), credits: inner.credits }
    },
    async search(query, limit, call) {
      const { inner, search } = begin()
      const request = SearchRequest.parse({
        query: query.slice(0, queryLengthMax),
        limit,
        threatProtection: call.threatProtection,
      })
      const { data } = await search(request, innerCall(call))
      const pages = (data.web ?? []).map(({ url, title, description }) => ({
        url,
        title,
        description,
      }))
      return { pages, credits: inner.credits }
    },
  }
}

const queryLengthMax = 500
