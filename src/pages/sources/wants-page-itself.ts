import { formatRecord } from '#formats/registry.ts'
import type { ScrapeRequest } from '#pages/contract.ts'

/** Formats that say how the page of a link is made, rather than what it says. */
const ofPage = new Set(['rawHtml', 'rawBase64', 'attributes', 'branding', 'screenshot'])

/** Whether the page of a link is wanted even if the link has a public export: its look, its elements, or what a person does on it. */
export function wantsPageItself(request: ScrapeRequest): boolean {
  const { formats, actions = [], profile, waitFor, headers, includeTags, excludeTags } = request
  return (
    formats.some(({ type }) => ofPage.has(type) || formatRecord(type).readsMedia) ||
    actions.length + includeTags.length + excludeTags.length > 0 ||
    profile !== undefined ||
    waitFor > 0 ||
    Object.keys(headers).length > 0
  )
}
