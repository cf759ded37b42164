import { scrapePrice } from '#credits/prices.ts'
import type { FoundPage } from '#fetch/get-page.ts'
import type { Document } from '#formats/document.ts'
import { formatRecord } from '#formats/registry.ts'
import { withCredits } from '#formats/to-document.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { ProviderRecord } from '#providers/provider.ts'
import { recordPage } from '#providers/record-page.ts'
import type { Registry } from '#providers/registry.ts'
import type { ThirdPartyData } from '#providers/third-party-data.ts'
import { findTools } from '#providers/tools.ts'
import type { DocumentOrder, MakeDocument } from './make-document.ts'

interface RecordDocumentDeps {
  readonly makeDocument: MakeDocument
  readonly thirdPartyData: Pick<ThirdPartyData, 'lookup'>
  readonly registry: Pick<Registry, 'providers' | 'ofHost'>
}

/**
 * Makes documents of the records of providers for URLs that they serve, and of pages for all others. Fails with
 * `THIRD_PARTY_DATA_UNSUPPORTED_OPTION` for what cannot be done with a record.
 */
export function createMakeRecordDocument(deps: RecordDocumentDeps): MakeDocument {
  const { makeDocument, thirdPartyData, registry } = deps

  function withTools(document: Document, { request }: DocumentOrder): Document {
    if (!request.domainTools) return document
    const wanted = {
      urls: [request.url],
      query: undefined,
      ofHost: (url: string) => registry.ofHost(url),
    }
    const tools = findTools(registry.providers, wanted, request.toolDetail)
    return tools.length === 0 ? document : { ...document, tools }
  }

  return async function makeRecordDocument(order) {
    const { request, teamId, signal } = order
    const lookup = await thirdPartyData.lookup(request.url, teamId)
    if (!lookup) {
      const made = await makeDocument(order)
      return { ...made, document: withTools(made.document, order) }
    }
    refuseOptions(order)
    const { record, provider } = await lookup.find(signal)
    const made = await makeDocument({ ...order, found: foundPage(request.url, record) })
    const { metadata } = made.document
    const page = scrapePrice({ kind: 'page' }, { zeroDataRetention: false })
    const document = withCredits(
      { ...made.document, metadata: { ...metadata, provider } as Document['metadata'] },
      metadata.creditsUsed - page + provider.creditsCost,
    )
    return { ...made, document: withTools(document, order) }
  }
}

function refuseOptions({ request, zeroDataRetention }: DocumentOrder): void {
  const { actions = [], profile, minAge, lockdown, redactPII, formats } = request
  const refused = [
    actions.length > 0 && 'actions',
    profile !== undefined && 'profile',
    minAge !== undefined && 'minAge',
    lockdown && 'lockdown',
    !lockdown && zeroDataRetention && 'zeroDataRetention',
    redactPII !== false && 'redactPII',
    ...formats.map(({ type }) => formatRecord(type).suitsRecords !== true && `the format ${type}`),
  ].filter((name) => name !== false)
  if (refused.length === 0) return
  throw new ServiceError(
    'THIRD_PARTY_DATA_UNSUPPORTED_OPTION',
    `This site is served by data providers, which do not support: ${refused.join(', ')}.`,
  )
}

function foundPage(url: string, record: ProviderRecord): FoundPage {
  const page = {
    url,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(recordPage(record)),
    engine: 'http' as const,
    proxy: 'basic' as const,
    fetchedAt: new Date(),
  }
  return { page, cachedAt: undefined, isKept: false, keep: () => Promise.resolve() }
}
