import { formatRecord } from '#formats/registry.ts'
import { createGetExport } from '#fetch/exports/get-export.ts'
import type { FoundPage, GetPage } from '#fetch/get-page.ts'
import type { PageRequest } from '#fetch/page.ts'
import type { ScrapeRequest } from '#pages/contract.ts'
import type { PageOrder } from './page.ts'

/** Returns what reads the page of a link: its public export, where it has one that serves the request, else the page itself. */
export function createFindPage(getPage: GetPage) {
  const getExport = createGetExport(getPage)
  return async (order: PageOrder, wanted: PageRequest): Promise<FoundPage> => {
    const { request, isDisallowed } = order
    const exported = wantsPageItself(request)
      ? undefined
      : await getExport({ request: wanted, caller: order, isDisallowed })
    return exported ?? getPage(wanted, order)
  }
}

/** Formats that say how the page of a link is made, rather than what it says. */
const ofPage = new Set(['rawHtml', 'rawBase64', 'attributes', 'branding', 'screenshot'])

/** Whether the page of a link is wanted even if the link has a public export: its look, its elements, or what a person does on it. */
function wantsPageItself(request: ScrapeRequest): boolean {
  const { formats, actions = [], profile, waitFor, headers, includeTags, excludeTags } = request
  return (
    formats.some(({ type }) => ofPage.has(type) || formatRecord(type).readsMedia) ||
    actions.length + includeTags.length + excludeTags.length > 0 ||
    profile !== undefined ||
    waitFor > 0 ||
    Object.keys(headers).length > 0
  )
}
