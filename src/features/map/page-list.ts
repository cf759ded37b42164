import { withoutUserInfo } from '#kernel/url.ts'
import type { MapLink, MapRequest } from './contract.ts'
import { pageIdentity } from './page-identity.ts'
import { siteScope } from './site-scope.ts'

/** The pages of a map as they are found: each once, in the order of their finding. */
export interface PageList {
  /** False when it holds as many as it may. */
  add(found: Partial<MapLink> & { readonly url: string }): boolean
  readonly links: readonly MapLink[]
}

/** Takes the pages the request asks for, up to `linksMax`; what a second source knows of a page is added to it. */
export function createPageList(request: MapRequest, linksMax: number): PageList {
  const isWanted = siteScope(request)
  const pages = new Map<string, MapLink>()
  return {
    add({ url: text, title, description }) {
      const url = addressOf(text, request)
      if (!isWanted(url)) return true
      const identity = pageIdentity(url, request)
      const known = pages.get(identity)
      if (!known && pages.size >= linksMax) return false
      pages.set(identity, {
        url: known?.url ?? url,
        ...orNothing('title', known?.title ?? title),
        ...orNothing('description', known?.description ?? description),
      })
      return true
    },
    get links() {
      return [...pages.values()]
    },
  }
}

const orNothing = (name: 'title' | 'description', value: string | undefined) =>
  value === undefined ? {} : { [name]: value }

/** What is shown: without user info and fragment, and without the query when that does not count. */
function addressOf(text: string, { ignoreQueryParameters }: MapRequest): string {
  const url = new URL(withoutUserInfo(text))
  if (text.includes('#')) url.hash = ''
  if (ignoreQueryParameters) url.search = ''
  return url.href
}
