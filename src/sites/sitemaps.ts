import { getDomain } from 'tldts'
import { readSitemapFile, type SitemapEntry } from '#content/sitemap-file.ts'
import type { Caller } from '#kernel/caller.ts'
import type { GetPage } from '#fetch/get-page.ts'
import { plainRequest } from '#fetch/plain-request.ts'
import { refuseUntilRetry } from '#fetch/retry-after.ts'
import { siteWaitMs } from '#kernel/errors.ts'
import { findFolder, isSitemap, withoutWww } from './site-scope.ts'

/** How the sitemaps of a site are fetched. */
interface SitemapOptions {
  readonly headers: Readonly<Record<string, string>>
  /** Maximum age of a cached copy, in milliseconds. */
  readonly maxAge: number
}

/**
 * Yields pages in the order of the sitemaps, in batches; indexes are followed. Files that cannot be read are skipped; fails
 * with `SCRAPE_SITE_ERROR` and the time to wait if the site asks to be requested later.
 */
export type ReadSitemaps = (
  starts: readonly string[],
  options: SitemapOptions,
  caller: Caller,
) => AsyncGenerator<readonly SitemapEntry[]>

/** sitemaps.org allows 50,000 files in an index; reading as many takes too long. */
const filesMax = 2_000
const atOnce = 4
const fileBytesMax = 50 * 1024 * 1024

export function createSitemaps({ getPage }: { readonly getPage: GetPage }): ReadSitemaps {
  async function fetchFile(url: string, options: SitemapOptions, caller: Caller) {
    try {
      const request = plainRequest(url, { ...options, bodyBytesMax: fileBytesMax })
      const { page, keep } = await getPage(request, caller)
      await keep()
      // Without a memory of the site, nothing limits how often it is waited for.
      if (caller.zeroDataRetention === false) refuseUntilRetry(page)
      return page.status >= 200 && page.status <= 299 ? page : undefined
    } catch (error) {
      caller.signal.throwIfAborted()
      if (siteWaitMs(error) !== undefined) throw error
      return undefined
    }
  }

  return async function* readSitemaps(starts, options, caller) {
    const waiting = [...new Set(starts)]
    const seen = new Set(waiting)
    for (let files = 0; waiting.length > 0 && files < filesMax; files += atOnce) {
      const wave = waiting.splice(0, atOnce)
      const fetched = await Promise.all(wave.map((url) => fetchFile(url, options, caller)))
      for (const file of fetched) {
        if (!file) continue
        for await (const entries of readSitemapFile(file.body, file.url)) {
          for (const { kind, url } of entries) {
            if (kind !== 'sitemap' || seen.has(url)) continue
            seen.add(url)
            waiting.push(url)
          }
          yield entries.filter(({ kind }) => kind === 'page')
        }
      }
    }
  }
}

/**
 * Returns the URLs where sitemaps may be (docs/api/crawl.md): the URL itself if it is one, those of robots.txt, the usual
 * locations in the folder of the URL and at its root, and for a subdomain also at the root of its domain.
 */
export function sitemapPlaces(url: string, named: readonly string[]): string[] {
  const start = new URL(url)
  const own = isSitemap(start) ? [start.href] : [`${findFolder(start)}/sitemap.xml`]
  const places = [...own, ...named, '/sitemap.xml', '/sitemap_index.xml', ...mainSitemap(start)]
  return [...new Set(places.flatMap((place) => URL.parse(place, url)?.href ?? []))]
}

function mainSitemap({ protocol, hostname }: URL): string[] {
  const domain = getDomain(hostname)
  if (domain === null || domain === withoutWww(hostname)) return []
  return [`${protocol}//${domain}/sitemap.xml`]
}
