import { firstScrapePrice, failedScrapePrice } from '#credits/prices.ts'
import type { Document } from '#formats/document.ts'
import type { Format } from '#formats/registry.ts'
import { findNetworkId } from '#kernel/principal.ts'
import type { Call } from '#kernel/call.ts'
import type { ThreatFacts } from '#kernel/fetch-activity.ts'
import type { RecordFetches } from '#operations/record-fetch.ts'
import type { Operation, OperationContext, RunOperation } from '#operations/operation.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import type { Threats } from '#threat/threats.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import type { ScrapeRequest } from '#pages/contract.ts'
import { describeFetch } from '#operations/record-fetch.ts'
import type { ThirdPartyData } from '#data-providers/third-party-data.ts'
import type { MakeDocument } from '#pages/sources/page.ts'
import { checkPermissions, refuseStored } from '#pages/permissions.ts'
import type { Results } from '#pages/results.ts'
import { makeReplay } from '#pages/replay.ts'
import { withSafeProxy } from '#operations/safe-mode.ts'
import { priceOfSafety, type Safeguard } from '#pages/safeguard.ts'

/** Scrapes one page, charges it and stores the document. `baseUrl` is the origin that the caller used, for links. */
export type Scrape = (request: ScrapeRequest, call: Call, baseUrl?: string) => Promise<Document>

interface ScrapeDeps {
  readonly runOperation: RunOperation
  readonly makeDocument: MakeDocument
  readonly threats: Pick<Threats, 'refuseOption'>
  readonly safeguard: Pick<Safeguard, 'assertAvailable'>
  readonly results: Pick<Results, 'pack' | 'save'>
  readonly recordFetches: RecordFetches
  readonly thirdPartyData: Pick<ThirdPartyData, 'priceMax'>
  /** Credits that the formats may cost above the page. */
  readonly priceFormats: (formats: readonly Format[]) => number
}

/** What the audit log says about a scrape. */
const toFetch = ({ request }: ScrapeInput, context: OperationContext) => ({
  teamId: context.call.account.teamId,
  principal: context.call.account.principal,
  endpoint: context.call.parent?.endpoint ?? 'scrape',
  requestId: context.call.parent?.id ?? context.id,
  scrapeId: context.id,
  caller: request,
  url: request.url,
  startedAt: context.startedAt,
  zeroDataRetention: context.zeroDataRetention,
})

interface ScrapeInput {
  readonly request: ScrapeRequest
  readonly baseUrl: string | undefined
  /** What is noted while it runs. */
  readonly noted: { threat?: ThreatFacts | undefined; readonly kept: Promise<void>[] }
}

export function createScrape(deps: ScrapeDeps): Scrape {
  const { runOperation, makeDocument, results, recordFetches } = deps
  const operation: Operation<ScrapeInput, Document> = {
    endpoint: 'scrape',
    chargeKind: 'scrape',
    needsSlot: true,
    timeoutMs: ({ request }) => request.timeout,
    zeroDataRetention: ({ request }, account) => isZeroDataRetention(request, account),
    target: ({ request }) => withoutUserInfo(request.url),
    reservation: ({ request }, zeroDataRetention) =>
      firstScrapePrice({ lockdown: request.lockdown, zeroDataRetention }) +
      priceOfSafety(request) +
      deps.priceFormats(request.formats) +
      deps.thirdPartyData.priceMax(request.url),
    failureCredits: failedScrapePrice,
    failureWrites: (input, failure, context) => (sql) =>
      recordFetches(sql, [describeFetch(toFetch(input, context), failure, input.noted.threat)]),
    async run(input, context) {
      const { request, baseUrl, noted } = input
      const { id, call, zeroDataRetention, queuedMs, signal, deadlineAt } = context
      const { teamId, principal } = call.account
      const network = findNetworkId(principal)
      const { document, extraWrites } = await makeDocument({
        id,
        teamId,
        principal,
        request,
        zeroDataRetention,
        queuedMs,
        signal,
        deadlineAt,
        baseUrl,
        onThreat: (threat) => (noted.threat = threat),
        onKeeping: (kept) => void noted.kept.push(kept),
      })
      const credits = document.metadata.creditsUsed
      // The price is known only now: it depends on the number of pages and on the cache.
      await context.reserve(credits)
      const packed = zeroDataRetention ? undefined : await results.pack(document)
      const replay = makeReplay(request, document)
      const fetched = describeFetch(toFetch(input, context), document, noted.threat)
      return {
        result: document,
        credits,
        extraWrites: (sql) =>
          Promise.all([
            packed && results.save({ id, teamId, network, document: packed, replay }, sql),
            recordFetches(sql, [fetched]),
            ...extraWrites.map((write) => write(sql)),
          ]),
      }
    },
  }

  return async function scrape(request, call, baseUrl) {
    const safe = await checkRequest(deps, request, call)
    const input: ScrapeInput = { request: safe, baseUrl, noted: { kept: [] } }
    const document = await runOperation(operation, input, call)
    // Written beside what ends the operation: who asks again finds it.
    await Promise.all(input.noted.kept)
    return document
  }
}

/** The request as the caller may send it. Fails for what the caller, the team or this service does not permit. */
async function checkRequest(
  { threats, safeguard }: Pick<ScrapeDeps, 'threats' | 'safeguard'>,
  request: ScrapeRequest,
  call: Call,
): Promise<ScrapeRequest> {
  await threats.refuseOption(call.account.teamId, request.threatProtection)
  checkPermissions(request, call.account)
  refuseStored(request, call.account)
  await checkJsonSchemas(request.formats, call)
  safeguard.assertAvailable(request)
  return withSafeProxy(request, call.account)
}
