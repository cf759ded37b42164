import type { FoundPage } from '#fetch/get-page.ts'
import type { Document } from '#formats/document.ts'
import { formatRecord } from '#formats/registry.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { OrderSource } from '#pages/make-document.ts'
import type { ProviderRecord } from '#data-providers/provider.ts'
import { recordPage } from '#data-providers/record-page.ts'
import type { Registry } from '#data-providers/registry.ts'
import type { ThirdPartyData } from '#data-providers/third-party-data.ts'
import { findTools } from '#data-providers/tools.ts'
import type { PageOrder } from './page.ts'

interface RecordSourceDeps {
  readonly readPage: OrderSource<PageOrder>
  readonly thirdPartyData: Pick<ThirdPartyData, 'lookup'>
  readonly registry: Pick<Registry, 'providers' | 'ofHost'>
}

/**
 * Reads the records of providers for URLs that they serve, and pages for all others. Fails with
 * `THIRD_PARTY_DATA_UNSUPPORTED_OPTION` for what cannot be done with a record.
 */
export function createRecordSource(deps: RecordSourceDeps): OrderSource<PageOrder> {
  const { readPage, thirdPartyData, registry } = deps

  function listTools({ request }: PageOrder): Pick<Document, 'tools'> {
    if (!request.domainTools) return {}
    const wanted = {
      urls: [request.url],
      query: undefined,
      ofHost: (url: string) => registry.ofHost(url),
    }
    const tools = findTools(registry.providers, wanted, request.toolDetail)
    return tools.length === 0 ? {} : { tools }
  }

  return async function readRecord(order) {
    const { request, teamId, signal } = order
    const members = listTools(order)
    const lookup = await thirdPartyData.lookup(request.url, teamId)
    if (!lookup) {
      const reading = await readPage(order)
      return { ...reading, facts: { ...reading.facts, members } }
    }
    refuseOptions(order)
    const { record, provider } = await lookup.find(signal)
    const reading = await readPage({ ...order, found: foundPage(request.url, record) })
    const metadata = { ...reading.facts.metadata, provider }
    return {
      ...reading,
      facts: { ...reading.facts, metadata, members },
      countCredits: () => provider.creditsCost,
    }
  }
}

function refuseOptions({ request, zeroDataRetention }: PageOrder): void {
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
  return {
    page,
    cachedAt: undefined,
    isCacheAsked: false,
    isKept: false,
    keep: () => Promise.resolve(),
  }
}
