import { isClientRoute } from '#base/client-route.ts'
import { createYields } from '#kernel/event-loop.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import type { Caller } from '#kernel/caller.ts'
import type { MapLink, MapRequest } from './contract.ts'
import { makeUrlKey } from '#sites/url-key.ts'
import type { PathJudge } from '#sites/path-judge.ts'
import { siteScope } from '#sites/site-scope.ts'

interface Found {
  readonly url: string
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** The pages of a map without duplicates, in the order of discovery. */
export interface PageList {
  /** Returns false when the list is full. Yields to other requests while many are added. */
  add(found: readonly Found[], caller: Caller): Promise<boolean>
  readonly links: readonly MapLink[]
}

interface PageListOptions {
  readonly linksMax: number
  readonly judge: PathJudge
}

/** Collects pages in the scope of the request, up to `linksMax`. Titles and descriptions of later sources are merged. */
export function createPageList(
  request: MapRequest,
  { linksMax, judge }: PageListOptions,
): PageList {
  const isInScope = siteScope(request)
  const pages = new Map<string, MapLink>()

  function put({ url, title, description }: Found): boolean {
    const urlKey = makeUrlKey(url, request)
    const known = pages.get(urlKey)
    if (!known && pages.size >= linksMax) return false
    const page = known ?? { url }
    if (title !== undefined) page.title ??= title
    if (description !== undefined) page.description ??= description
    if (!known) pages.set(urlKey, page)
    return true
  }

  return {
    async add(found, caller) {
      const yields = createYields()
      const inScope: Found[] = []
      for (const { url: text, title, description } of found) {
        const url = resolveAddress(text, request)
        if (isInScope(url)) inScope.push({ url: url.href, title, description })
        await yields.next()
      }
      const urls = inScope.map(({ url }) => url)
      const accepted = new Set(await judge.accepted(request, urls, caller))
      for (const page of inScope) {
        if (accepted.has(page.url) && !put(page)) return false
        await yields.next()
      }
      return true
    },
    get links() {
      return [...pages.values()]
    },
  }
}

/** The listed URL: without user info and fragment (a client-side route is kept), and without the query if it is ignored. */
function resolveAddress(text: string, { ignoreQueryParameters }: MapRequest): URL {
  const url = new URL(withoutUserInfo(text))
  if (url.hash !== '' && !isClientRoute(url.hash)) url.hash = ''
  if (ignoreQueryParameters && url.search !== '') url.search = ''
  return url
}
