import type { ReadContent } from '#reading/read-content.ts'
import { hasLinksOfSite, type Refusal } from '#content/refusal/refusal.ts'
import type { Caller } from '#kernel/caller.ts'
import type { GetPage } from '#fetch/get-page.ts'
import type { KnownPages } from '#fetch/known-pages.ts'
import type { RobotsOf } from '#fetch/robots.ts'
import { plainRequest } from '#fetch/plain-request.ts'
import type { Log } from '#kernel/log.ts'
import type { MapRequest } from './contract.ts'
import type { PageList } from './page-list.ts'
import { isSitemap, withoutWww } from '#sites/site-scope.ts'
import { sitemapPlaces, type ReadSitemaps } from '#sites/sitemaps.ts'

export interface MapSourcesDeps {
  readonly getPage: GetPage
  readonly readContent: ReadContent
  readonly loadRobots: RobotsOf
  readonly readSitemaps: ReadSitemaps
  readonly knownPages: KnownPages
  readonly log: Log
}

/** When sitemaps take longer, the pages found so far are used. */
const sitemapsMsMax = 120_000
const knownPagesMax = 10_000
const sitemapMaxAge = 7 * 86_400_000
const pageMaxAge = 2 * 86_400_000

/** Result of fetching the page of the map. */
export type StartPage =
  | { readonly status: number; readonly refusal?: Refusal | undefined }
  | { readonly failure: unknown }

/** Sources of a map. A source that fails is skipped; only the caller's signal ends the map. */
export function createMapSources(deps: MapSourcesDeps) {
  const { getPage, readContent, loadRobots, readSitemaps, knownPages, log } = deps

  /** Adds the page and its links; those of a check for robots do not belong to the site. Returns its status, or the error. */
  async function addLinks(list: PageList, request: MapRequest, caller: Caller): Promise<StartPage> {
    const { url, headers, location, ignoreCache } = request
    const plain = plainRequest(url, { headers, location, maxAge: ignoreCache ? 0 : pageMaxAge })
    try {
      const { page, keep } = await getPage(plain, caller)
      const { status, refusal } = page
      if (!hasLinksOfSite(refusal?.kind)) return { status, refusal }
      const [content] = await Promise.all([readContent(makeRequest(page), caller), keep()])
      const { title, description } = content.metadata
      const isAnswer = status >= 200 && status <= 299 && refusal === undefined
      if (isAnswer) await list.add([{ url, ...keepTexts({ title, description }) }], caller)
      const links = (content.links ?? []).map((link) => ({ url: link }))
      await list.add(links, caller)
      return { status, refusal }
    } catch (failure) {
      caller.signal.throwIfAborted()
      return { failure }
    }
  }

  async function addSitemaps(list: PageList, request: MapRequest, caller: Caller): Promise<void> {
    const late = AbortSignal.timeout(sitemapsMsMax)
    const within = { ...caller, signal: AbortSignal.any([caller.signal, late]) }
    const { headers, ignoreCache } = request
    try {
      const starts = await findSitemaps(request.url, within)
      const options = { headers, maxAge: ignoreCache ? 0 : sitemapMaxAge }
      for await (const entries of readSitemaps(starts, options, within)) {
        if (!(await list.add(entries, within))) return
      }
    } catch (error) {
      caller.signal.throwIfAborted()
      log.debug(
        { err: caller.zeroDataRetention === false ? error : undefined },
        'sitemaps not read completely',
      )
    }
  }

  async function findSitemaps(url: string, caller: Caller): Promise<string[]> {
    const start = new URL(url)
    if (isSitemap(start)) return [start.href]
    const { sitemaps } = await loadRobots(url, caller)
    return sitemapPlaces(url, sitemaps)
  }

  async function addKnown(list: PageList, request: MapRequest, caller: Caller): Promise<void> {
    const host = withoutWww(new URL(request.url).hostname)
    const known = await knownPages(caller.teamId, host, knownPagesMax)
    await list.add(
      known.map((url) => ({ url })),
      caller,
    )
  }

  return { addLinks, addSitemaps, addKnown }
}

function makeRequest(page: Awaited<ReturnType<GetPage>>['page']) {
  return {
    url: page.url,
    status: page.status,
    contentType: page.headers['content-type'],
    body: page.body,
    formats: [{ type: 'links' as const }],
    onlyMainContent: false,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    readDocuments: true,
  }
}

const keepTexts = (texts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(texts).filter(([, text]) => typeof text === 'string' && text !== ''),
  )
