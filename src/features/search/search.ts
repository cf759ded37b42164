import { checkJsonSchemas } from '#formats/json-schemas.ts'
import { prices, searchPrice } from '#credits/prices.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import {
  toCaller,
  type Operation,
  type OperationContext,
  type RunOperation,
} from '#operations/operation.ts'
import { isZeroDataRetention } from '#operations/zero-data-retention.ts'
import { isDeveloper } from '#web-search/categories.ts'
import { noAnswer, type AnswerFromResults } from './answer-from-results.ts'
import type { SearchRequest } from './contract.ts'
import type { DeveloperSourceOf } from './developer/as-source.ts'
import { refuse } from './refuse.ts'
import { unblockedItems } from './unblocked-items.ts'
import type { FinishItems } from './finish-items.ts'
import type { FindJobPages } from './find-job-pages.ts'
import type { SearchReply } from './reply.ts'
import type { SearchTools } from './search-tools.ts'
import type { SearchSource, SourceResult } from '#web-search/search-source.ts'
import type { Searches } from './searches.ts'
import { listSources, toWanted } from './to-wanted.ts'
import type { ThreatOption } from '#threat/policy.ts'
import type { Threats } from '#threat/threats.ts'
import type { Wanted } from '#web-search/wanted.ts'

/**
 * Searches the pages of the team and the web (docs/api/search.md). Throws `SERVICE_UNAVAILABLE` when no provider and no index can answer,
 * `SEARCH_TIMEOUT` when none answers in time; both are free.
 */
export type Search = (
  request: SearchRequest,
  call: Call,
  /** Origin that the caller used, for links in documents. */
  baseUrl?: string,
) => Promise<SearchReply>

export interface SearchDeps {
  readonly runOperation: RunOperation
  readonly searchSource: SearchSource
  /** Answers searches with the developer category. */
  readonly developerSource: DeveloperSourceOf
  readonly clock: Clock
  readonly finishItems: FinishItems
  readonly findJobPages: FindJobPages
  readonly searches: Pick<Searches, 'save'>
  readonly allowedHosts: readonly string[]
  readonly pricePage: PagePrice
  readonly tools: SearchTools
  readonly answerFromResults: AnswerFromResults
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

/** Providers have this long at most, and never more than half of the timeout. */
const providersMsMax = 20_000

interface SearchInput {
  readonly request: SearchRequest
  readonly baseUrl: string | undefined
}

const operation = (deps: SearchDeps): Operation<SearchInput, SearchReply> => ({
  endpoint: 'search',
  chargeKind: 'search',
  needsSlot: false,
  timeoutCode: 'SEARCH_TIMEOUT',
  timeoutMs: ({ request }) => request.timeout,
  zeroDataRetention: ({ request }, account) =>
    isZeroDataRetention({ zeroDataRetention: request.enterprise.includes('zdr') }, account),
  target: ({ request }) => request.query,
  reservation: ({ request }, zeroDataRetention) => countReserved(deps, request, zeroDataRetention),
  async run({ request, baseUrl }, context) {
    const now = deps.clock.now()
    const { zeroDataRetention } = context
    deps.tools.assertAllowed(request, zeroDataRetention)
    const job = await findJob(deps, request, context)
    const wanted = toWanted(request, now).map((one) => ({ ...one, urls: job?.urls }))
    const screen = deps.threats.findScreen(context.call.account, chooseThreatOption(request))
    const found = await searchAll(deps, wanted, { request, context })
    const sortsByDate = wanted.some(({ time }) => time.sortsByDate)
    const { allowedHosts } = deps
    const rules = { request, sortsByDate, allowedHosts, now }
    const items = await unblockedItems(found, rules, { screen, signal: context.signal })
    const finished = await deps.finishItems(items, request, { context, baseUrl, screen })
    const { items: data, scrapeIds, writes } = finished
    const tools = await deps.tools.find(request, {
      items: data,
      teamId: context.call.account.teamId,
    })
    const answered = await answer(deps, data, { request, context })
    const results = searchPrice(countResults(items), { zeroDataRetention })
    const asked = answered.usedModel ? prices.answer : 0
    const credits = results + finished.credits + screen.credits + asked
    // Only now is it known how many pages there are to charge.
    await context.reserve(credits)
    const warning = writeWarning(
      wanted,
      [job ?? noAnswer, ...found, finished, answered],
      countResults(data),
    )
    const { id, call } = context
    const entry = { id, teamId: call.account.teamId, at: now }
    return {
      result: {
        success: true,
        data: { ...data, ...(tools && { tools }) },
        ...(answered.answer && { answer: answered.answer }),
        ...(warning !== undefined && { warning }),
        ...(scrapeIds && { scrapeIds }),
        creditsUsed: credits,
        id,
      },
      credits,
      extraWrites: (sql) =>
        Promise.all([
          zeroDataRetention ? undefined : deps.searches.save(entry, sql),
          ...writes.map((write) => write(sql)),
        ]),
    }
  },
})

/** Tells clients that read events the results before the answer. */
async function answer(
  { answerFromResults }: Pick<SearchDeps, 'answerFromResults'>,
  data: SearchReply['data'],
  { request, context }: { readonly request: SearchRequest; readonly context: OperationContext },
): ReturnType<AnswerFromResults> {
  const { id, call } = context
  call.report?.('results', { id, data })
  if (!request.answer || countResults(data) === 0) return noAnswer
  const answered = await answerFromResults(request.query, data, toCaller(context))
  if (answered.answer) call.report?.('answer', answered.answer)
  return answered
}

/** The pages of the job that is searched; undefined without one. */
async function findJob(
  { findJobPages }: Pick<SearchDeps, 'findJobPages'>,
  { jobId }: SearchRequest,
  { call, signal }: OperationContext,
) {
  return jobId === undefined ? undefined : findJobPages(jobId, { account: call.account, signal })
}

export function createSearch(deps: SearchDeps): Search {
  return async function search(request, call, baseUrl) {
    await deps.threats.refuseOption(call.account.teamId, chooseThreatOption(request))
    refuse(request, call)
    await checkJsonSchemas(request.scrapeOptions?.formats ?? [], call)
    return deps.runOperation(operation(deps), { request, baseUrl }, call)
  }
}

/** It may also be one of the options for scraping the results. */
const chooseThreatOption = ({
  threatProtection,
  scrapeOptions,
}: SearchRequest): ThreatOption | undefined => threatProtection ?? scrapeOptions?.threatProtection

/** The results and the pages that may be scraped of them. */
function countReserved(
  { pricePage }: Pick<SearchDeps, 'pricePage'>,
  request: SearchRequest,
  zeroDataRetention: boolean,
): number {
  const { limit, scrapeOptions, answer } = request
  const sources = listSources(request)
  const found = searchPrice(limit * sources.length, { zeroDataRetention })
  const results = found + (answer ? prices.answer : 0)
  const scraped = sources.filter((source) => source !== 'images').length * limit
  return scrapeOptions ? results + scraped * pricePage(scrapeOptions, zeroDataRetention) : results
}

async function searchAll(
  { searchSource, developerSource }: SearchDeps,
  wanted: readonly Wanted[],
  { request, context }: { readonly request: SearchRequest; readonly context: OperationContext },
): Promise<SourceResult[]> {
  const caller = { ...toCaller(context), teamId: nameTeam(context.call.account) }
  const providersUntil = AbortSignal.timeout(Math.min(providersMsMax, request.timeout / 2))
  const highlights = request.highlights && !context.zeroDataRetention
  if (request.categories.some(({ type }) => isDeveloper(type))) {
    return [await developerSource(request, caller)]
  }
  const passages = Math.max(request.passages, request.answer ? answeredPassages : 0)
  const options = { ...caller, highlights, passages, providersUntil }
  const found = await Promise.all(wanted.map((one) => searchSource(one, options)))
  if (found.length === 0 || found.some(({ isAnswered }) => isAnswered)) return found
  if (providersUntil.aborted) throw new ServiceError('SEARCH_TIMEOUT')
  const reasons = found.flatMap(({ warnings }) => warnings).join(' ')
  throw new ServiceError('SERVICE_UNAVAILABLE', `${reasons} ${wayOut}`)
}

/** Of each page of the team, where an answer is wanted. */
const answeredPassages = 3

const noTeam = '00000000-0000-0000-0000-000000000000'

/** Whose pages are searched. Callers without a key share a team, and may not find what others of them have read. */
const nameTeam = ({ teamId, principal }: Account) =>
  principal.kind === 'keyless' ? noTeam : teamId

const wayOut =
  'Set WEIR_SEARXNG_URL or the key of another search provider, or scrape pages first: they are found without a provider.'

const nothingFound =
  'Nothing was found. Use other or fewer words, or fewer filters; words such as "what" and "the" alone find no page.'

function writeWarning(
  wanted: readonly Wanted[],
  found: readonly { readonly warnings: readonly string[] }[],
  count: number,
): string | undefined {
  const unknown = new Set(wanted.flatMap(({ time }) => time.unknown))
  const warnings = new Set([
    ...found.flatMap((result) => result.warnings),
    ...(unknown.size > 0 ? [`Unknown in tbs, and ignored: ${[...unknown].join(', ')}.`] : []),
    ...(count === 0 ? [nothingFound] : []),
  ])
  return warnings.size === 0 ? undefined : [...warnings].join(' ')
}

const countResults = (data: SearchReply['data']) =>
  Object.values(data).reduce((sum, group) => sum + (group?.length ?? 0), 0)
