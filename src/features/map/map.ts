import { prices } from '#credits/prices.ts'
import { getDomain } from 'tldts'
import type { Caller } from '#kernel/caller.ts'
import { refusalWarning } from '#fetch/refusal-warning.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import type { FetchActivity } from '#kernel/fetch-activity.ts'
import { refuseStaticAddresses } from '#kernel/location.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import {
  toCaller,
  type Operation,
  type OperationContext,
  type RunOperation,
} from '#operations/operation.ts'
import {
  collectFetches,
  describeFetch,
  type FetchFacts,
  type OtherFetches,
  type RecordFetches,
} from '#operations/record-fetch.ts'
import { refuseUnsafe } from '#operations/safe-mode.ts'
import type { ThreatScreen } from '#threat/screen.ts'
import type { Threats } from '#threat/threats.ts'
import { linksMax, type MapLink, type MapReply, type MapRequest } from './contract.ts'
import { createPageList } from './page-list.ts'
import type { PathJudge } from '#sites/path-judge.ts'
import { byRelevance } from './relevance.ts'
import { isSitemap, withoutWww } from '#sites/site-scope.ts'
import { createMapSources, type StartPage, type MapSourcesDeps } from './sources.ts'

/**
 * Lists the pages of a site for one credit (docs/api/map.md). Fails with `MAP_TIMEOUT`, or with `MAP_FAILED` if no source
 * returns a URL; a failure is free.
 */
export type MapSite = (request: MapRequest, call: Call) => Promise<MapReply>

export interface MapDeps extends MapSourcesDeps {
  readonly runOperation: RunOperation
  readonly judge: PathJudge
  readonly recordFetches: RecordFetches
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

/** Upper bound of the requested timeout. */
const timeoutMsMax = 300_000

export function createMap(deps: MapDeps): MapSite {
  const sources = createMapSources(deps)

  async function listPages(
    request: MapRequest,
    caller: Caller,
    screen: ThreatScreen,
  ): Promise<Pick<MapReply, 'links' | 'warning'>> {
    const { sitemap, useIndex, search, limit } = request
    const list = createPageList(request, {
      linksMax: search === undefined ? limit : linksMax,
      judge: deps.judge,
    })
    const isPage = !isSitemap(new URL(request.url))
    const isMore = isPage && sitemap !== 'only'
    // The requested page is added first, so that it is the first of the list.
    if (isPage && !isMore) await list.add([request], caller)
    const asked = isMore ? await sources.addLinks(list, request, caller) : undefined
    if (sitemap !== 'skip' || !isPage) await sources.addSitemaps(list, request, caller)
    if (useIndex && isMore) await sources.addKnown(list, request, caller)
    const { links } = list
    if (links.length === 0 && asked && 'failure' in asked) {
      throw toMapFailure(asked.failure)
    }
    const ordered = search === undefined ? links : await byRelevance(links, search)
    const shown = await withoutBlocked(ordered.slice(0, limit), screen, caller)
    return { links: shown, ...listWarnings(request, links.length, asked) }
  }

  const operation: Operation<MapInput, MapReply> = {
    endpoint: 'map',
    chargeKind: 'map',
    needsSlot: false,
    timeoutCode: 'MAP_TIMEOUT',
    timeoutMs: ({ request }) => Math.min(request.timeout ?? timeoutMsMax, timeoutMsMax),
    zeroDataRetention: (_request, account) => account.zeroDataRetention === 'forced',
    target: ({ request }) => withoutUserInfo(request.url),
    reservation: () => prices.map,
    failureWrites: (input, failure, context) => (sql) =>
      deps.recordFetches(sql, listFetches(input, context, failure)),
    async run(input, context) {
      const { request, fetches } = input
      const { id, call } = context
      const screen = deps.threats.findScreen(call.account, request.threatProtection)
      const caller = { ...toCaller(context), screen, onFetched: fetches.onFetched }
      const found = await listPages(request, caller, screen)
      const credits = prices.map + screen.credits
      await context.reserve(credits)
      const fetched = listFetches(input, context, { metadata: { statusCode: 200 } })
      return {
        result: { success: true, id, ...found },
        credits,
        extraWrites: (sql) => deps.recordFetches(sql, fetched),
      }
    },
  }

  return async function mapSite(request, call) {
    await deps.threats.refuseOption(call.account.teamId, request.threatProtection)
    refuseOptions(request, call)
    return deps.runOperation(operation, { request, fetches: collectFetches() }, call)
  }
}

interface MapInput {
  readonly request: MapRequest
  readonly fetches: OtherFetches
}

/** What the audit log says about a map: each request that it has sent, and its page, also if that came from the cache. */
function listFetches(
  { request, fetches }: MapInput,
  context: OperationContext,
  ended: Parameters<typeof describeFetch>[1],
): FetchActivity[] {
  const facts = toFetch(request, context)
  const sent = fetches.take(facts)
  const isRead = request.sitemap !== 'only' || 'code' in ended
  const isSent = sent.some(({ url }) => url === new URL(request.url).href)
  return isRead && !isSent ? [describeFetch(facts, ended), ...sent] : sent
}

const toFetch = (request: MapRequest, { id, call, ...context }: OperationContext): FetchFacts => ({
  teamId: call.account.teamId,
  principal: call.account.principal,
  endpoint: call.parent?.endpoint ?? 'map',
  requestId: call.parent?.id ?? id,
  scrapeId: id,
  caller: request,
  url: request.url,
  startedAt: context.startedAt,
  zeroDataRetention: context.zeroDataRetention,
})

function refuseOptions(request: MapRequest, { account }: Call): void {
  const { ignoreRobotsTxt, robotsUserAgent } = request
  refuseStaticAddresses(request.location)
  refuseUnsafe(request, account)
  const name = ignoreRobotsTxt === true ? 'ignoreRobotsTxt' : 'robotsUserAgent'
  if (ignoreRobotsTxt === true || robotsUserAgent !== undefined) {
    throw new ServiceError(
      'FORBIDDEN',
      `The ${name} parameter is an enterprise feature. It is not enabled for your team.`,
    )
  }
}

/** Drops links that the threat policy blocks. */
async function withoutBlocked(
  links: readonly MapLink[],
  screen: ThreatScreen,
  { signal }: Caller,
): Promise<MapLink[]> {
  const urls = links.map(({ url }) => url)
  const blocked = await screen.blocked(urls, { signal })
  return links.filter(({ url }) => !blocked.has(url))
}

/** Converts a failure of the site; other errors are bugs and stay as they are. */
function toMapFailure(failure: unknown): unknown {
  const isOfTarget = failure instanceof ServiceError && targetFailures.has(failure.code)
  return isOfTarget ? new ServiceError('MAP_FAILED', failure.message, { cause: failure }) : failure
}

const targetFailures: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'SCRAPE_DNS_RESOLUTION_ERROR',
  'SCRAPE_SSL_ERROR',
  'SCRAPE_SITE_ERROR',
  'SCRAPE_TIMEOUT',
  'SCRAPE_ALL_ENGINES_FAILED',
  'SCRAPE_UNSUPPORTED_FILE_ERROR',
  'DOCUMENT_CORRUPT',
  'DOCUMENT_ENCRYPTED',
  'DOCUMENT_TOO_COMPLEX',
])

function listWarnings(...facts: Parameters<typeof warningFor>): { readonly warning?: string } {
  const texts = [shortened(facts[0]), warningFor(...facts)].filter((text) => text !== undefined)
  return texts.length === 0 ? {} : { warning: texts.join(' ') }
}

/** Warns of a timeout above the bound, which ends the map earlier than asked. */
const shortened = ({ timeout = 0 }: MapRequest) =>
  timeout > timeoutMsMax ? `timeout was lowered to its maximum of ${timeoutMsMax} ms.` : undefined

/** Warns of a refusal, and if at most one URL was found, which is usually not intended (docs/api/map.md). */
function warningFor({ url }: MapRequest, found: number, asked?: StartPage): string | undefined {
  const { protocol, hostname, origin, pathname } = new URL(url)
  const domain = getDomain(hostname)
  const isBelowDomain = domain !== null && domain !== withoutWww(hostname)
  const base = isBelowDomain ? `${protocol}//${domain}` : origin
  if (asked && 'refusal' in asked && asked.refusal) return refusalWarning(asked.refusal)
  if (found === 0 && asked && 'status' in asked && asked.status >= 400) {
    return `No page was found: the site returned status ${asked.status} for this URL.`
  }
  if (found > 1 || (pathname === '/' && !isBelowDomain)) return undefined
  // Clients look for this wording.
  return `Only ${found} result(s) found below this URL. Map the base domain, ${base}, to see more of the site.`
}
