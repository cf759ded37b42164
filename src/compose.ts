import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { createFindName } from '#accounts/requester-names.ts'
import { createSetUpCode, type SetUpCode } from '#accounts/set-up-code.ts'
import { browserGauges } from '#browser/gauges.ts'
import { composeFoundations, type Foundations, type Seams } from '#compose-foundations.ts'
import { composeServer } from '#compose-server.ts'
import { composeWork } from '#compose-work.ts'
import type { Config } from '#config.ts'
import { composeThirdParty, type ThirdParty } from '#data-providers/compose.ts'
import { composeAgent } from '#features/agent/compose.ts'
import { createBatchHandlers } from '#features/batch/batch-handlers.ts'
import { createBatchFeature } from '#features/batch/feature.ts'
import { composeConsole } from '#features/console/compose.ts'
import { createCrawlHandlers } from '#features/crawl/crawl-handlers.ts'
import { createCrawlFeature } from '#features/crawl/feature.ts'
import { createLinkSorter } from '#features/crawl/link-sorter.ts'
import { createDocsFeature } from '#features/docs/feature.ts'
import type { Feature } from '#features/feature.ts'
import { createFeedbackFeature } from '#features/feedback/feature.ts'
import { composeInteract } from '#features/interact/compose.ts'
import { createMapFeature } from '#features/map/feature.ts'
import { createMonitorFeature } from '#features/monitor/feature.ts'
import { createWatcher } from '#features/monitor/watch/create-watcher.ts'
import { createNotImplementedFeature } from '#features/not-implemented/feature.ts'
import { createParseFeature } from '#features/parse/feature.ts'
import { createUploads, type Uploads } from '#features/parse/uploads.ts'
import { createProfileFeature } from '#features/profile/feature.ts'
import { createScrapeFeature } from '#features/scrape/feature.ts'
import { composeSources } from '#features/search/compose.ts'
import { createSearchFeature } from '#features/search/feature.ts'
import { createSearches } from '#features/search/searches.ts'
import { composeSiem } from '#features/siem/compose.ts'
import { createSupportFeature } from '#features/support/feature.ts'
import { createTeamFeature } from '#features/team/feature.ts'
import { createThirdPartyFeature } from '#features/third-party-data/feature.ts'
import { createThreatFeature } from '#features/threat/feature.ts'
import { createV1Feature } from '#features/v1/feature.ts'
import { createWebhookFeature } from '#features/webhook/feature.ts'
import { createKnownPages } from '#fetch/known-pages.ts'
import { createRobots } from '#fetch/robots.ts'
import { composeFormats } from '#formats/compose.ts'
import type { Derive } from '#formats/derive.ts'
import type { Withhold } from '#formats/withhold.ts'
import { jobGauges } from '#jobs/job-gauges.ts'
import { queueGauges } from '#queue/queue-gauges.ts'
import { restartCounter } from '#http/restart-counter.ts'
import { createLoadDocument } from '#job-api/job-verbs.ts'
import { oneTurn } from '#kernel/event-loop.ts'
import { lowerThreadPool } from '#kernel/niceness.ts'
import { tokenCounter } from '#llm/token-counter.ts'
import { routeCounters } from '#net/route-counters.ts'
import { createWebhookRefusal } from '#net/webhook-targets.ts'
import { createMakeDocument } from '#pages/make-document.ts'
import { createPagePrice } from '#pages/page-price.ts'
import { createResults } from '#pages/results.ts'
import { createSafeguard, type Safeguard } from '#pages/safeguard.ts'
import { createScrapePage, type ScrapePage } from '#pages/scrape-page.ts'
import { screened } from '#pages/screened.ts'
import { createPageSource, type MakeDocument } from '#pages/sources/page.ts'
import { createRecordSource } from '#pages/sources/record.ts'
import { createStoreRenderings, keepAsLinks } from '#pages/store-renderings.ts'
import { composeSafety } from '#safety/compose.ts'
import { createPathJudge } from '#sites/path-judge.ts'
import { createSitemaps } from '#sites/sitemaps.ts'
import type { Database } from '#storage/database.ts'
import { connectionsGauge } from '#storage/connections-gauge.ts'
import { createGaugeLease } from '#storage/gauge-lease.ts'
import { createSigner } from '#storage/signer.ts'
import { searchProviders } from '#web-search/compose.ts'

/** The architecture, as code: the foundations, the features built from them, then the server and the background work. */
export async function compose(config: Config, seams: Seams = {}) {
  await using building = new AsyncDisposableStack()
  const foundations = await composeFoundations(config, seams, building)
  lowerThreadPool()
  const { database, browsers, log, clock, deriveKey, jobTypes } = foundations
  const directory = join(config.storage.dataDir, 'uploads')
  const signer = createSigner(deriveKey, 'uploads')
  const bucket = foundations.stores.uploads
  const uploads = createUploads({ database, clock, directory, bucket, signer })
  const setUpCode = createSetUpCode(deriveKey)
  const hurried = new AbortController()
  const endTeam = createEndTeam(foundations, () => features)
  // The start is divided, because one step of the main thread would be long.
  await oneTurn()
  const current = composeFeatures(foundations, { uploads, setUpCode, endTeam }, building)
  const endpoints = current.flatMap((feature) => feature.endpoints ?? [])
  const features: readonly Feature[] = [...current, createV1Feature(endpoints), createDocsFeature()]
  for (const type of features.flatMap((feature) => feature.jobTypes ?? [])) jobTypes.register(type)

  await oneTurn()
  const edge = composeServer(config, {
    ...foundations,
    features,
    ...composeFigures(foundations, seams),
    findSession: (token, teamId) => foundations.consoleSessions.authenticate(token, teamId),
    redeemTicket: (token, path) => foundations.consoleTickets.redeem(token, path),
    readFile: (link) => foundations.files.read(link),
    keepUpload: (stream, limits) => foundations.temporaryFiles.keep(stream, limits),
    // Before it has begun, the first key is not valid yet.
    isReady: async () => ({ ...(await readiness(foundations)), work: work.hasBegun() }),
    hurried: hurried.signal,
    lagMsMax: seams.lagMsMax,
    hasModel: foundations.llm !== undefined,
  })
  const { role } = config.service
  const isConsoleNew = (role === 'all' || role === 'api') && !(await foundations.people.hasAny())
  const work = building.use(
    composeWork(config, { foundations, features, keepFirstKey: seams.keepFirstKey }),
  )
  building.use(edge)

  const stack = building.move()
  return {
    server: edge.server,
    database,
    /** The first API key, if `begin` has made it. */
    firstKey: () => work.firstKey(),
    /** Undefined when the console is set up. */
    setUpCode: isConsoleNew ? setUpCode.code : undefined,
    log,
    browsers,
    searchProviders: searchProviders(config, foundations.readContent),
    /** Closes every connection and so aborts every request. */
    hurry() {
      hurried.abort()
      edge.server.server.closeAllConnections()
    },
    /** For a service without a port: makes the first key, and begins the background work. */
    begin: () => work.begin(),
    /** Opens the port, then begins. Returns the URL. */
    async listen() {
      const url = await edge.listen()
      await work.begin()
      return url
    },
    /** Call it before the process ends because of an exception that belongs to no operation: marks the pages in work. */
    blame: () => work.blame(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** What `/metrics` shows of the foundations. */
function composeFigures(foundations: Foundations, { restarts }: Seams) {
  const { database, browsers, routes, llm } = foundations
  return {
    gauges: [...browserGauges(browsers), connectionsGauge(database)],
    sharedGauges: [...queueGauges(database), ...jobGauges(database)],
    isReporter: createGaugeLease(foundations),
    counters: [
      ...routeCounters(routes),
      ...(llm ? [tokenCounter(llm)] : []),
      restartCounter(restarts),
    ],
  }
}

/** Ends everything that a team runs. */
type EndTeam = (teamId: string) => Promise<void>

interface FeatureParts {
  readonly uploads: Uploads
  readonly setUpCode: SetUpCode
  readonly endTeam: EndTeam
}

const createEndTeam =
  ({ jobs }: Foundations, features: () => readonly Feature[]): EndTeam =>
  async (teamId) => {
    await jobs.cancelAll(teamId)
    for (const feature of features()) await feature.endTeam?.(teamId)
  }

/** What several features share. */
function composeShared(foundations: Foundations, stack: AsyncDisposableStack) {
  const { config, database } = foundations
  const urlRules = makeUrlRules(foundations)
  const safety = composeSafety(config, foundations, stack)
  const safeguard = createSafeguard({ safety })
  const withhold: Withhold = (members, caller) => safety.withhold(members, caller)
  const formats = composeFormats({ ...foundations, withhold })
  const thirdParty = composeThirdParty(foundations, stack)
  const rules = { ...urlRules, urlRules, safeguard }
  const pages = { ...foundations, ...formats, ...thirdParty, ...rules }
  const makeDocument = composeDocuments(pages)
  return {
    ...pages,
    makeDocument,
    scrapePage: createScrapePage({ ...foundations, makeDocument }),
    pricePage: createPagePrice(formats),
    results: createResults(foundations),
    sources: composeSources(foundations, stack),
    searches: createSearches({ database, ratedDays: config.search.feedbackDays }),
  }
}

/** The second list: the features. Each takes of the parts what its type names. */
function composeFeatures(
  foundations: Foundations,
  access: FeatureParts,
  stack: AsyncDisposableStack,
): readonly Feature[] {
  const parts = composeShared(foundations, stack)
  const { config, database, jobs, deriveKey, scrapePage, searches } = parts
  const { searchWeb } = parts.sources
  const batch = createBatchHandlers({ scrapePage })
  const { map, knownPages, crawl } = composeSites(parts, stack)
  const { interact, runSessions } = composeInteract(parts, stack)

  return [
    createScrapeFeature(parts),
    createBatchFeature({ ...parts, handlers: batch }),
    createCrawlFeature({ ...parts, handlers: crawl, knownPages }),
    createMapFeature({ ...parts, ...map }),
    createParseFeature({ ...parts, ...access }),
    createMonitorFeature({
      ...parts,
      handlers: { scrape: batch, crawl },
      judge: parts.judgeChanges,
      watcher: stack.use(createWatcher()),
      searchWeb,
      needsConfirmation: config.delivery.mailConfirmation === 'on',
      mailLinks: createSigner(deriveKey, 'mail links'),
    }),
    createWebhookFeature({ ...parts, loadDocument: createLoadDocument(jobs) }),
    composeSiem(parts, stack),
    createThirdPartyFeature(parts),
    createProfileFeature({ profiles: foundations.profileStore }),
    createThreatFeature({ ...parts, findName: createFindName(database) }),
    createTeamFeature(parts),
    composeConsole({ ...parts, ...access, searchWeb }, stack),
    interact,
    createSearchFeature({ ...parts, isIndexing: config.search.index === 'on' }),
    createFeedbackFeature({
      ...parts,
      searchedAt: (id, teamId) => searches.find(id, teamId),
      ratedDays: config.search.feedbackDays,
      refundsPerDay: config.search.refundsPerDay,
      keptDays: config.search.feedbackKeptDays,
    }),
    composeAgent({ ...parts, map: { ...parts, ...map }, runSessions }),
    createSupportFeature(parts),
    createNotImplementedFeature(),
  ]
}

/** What reads whole sites, for maps and crawls. */
function composeSites(
  parts: Foundations & { readonly scrapePage: ScrapePage },
  stack: AsyncDisposableStack,
) {
  const { config, getPage } = parts
  const loadRobots = createRobots({ getPage, agent: config.fetch.robotsAgent })
  const site = { loadRobots, readSitemaps: createSitemaps({ getPage }) }
  const judge = stack.use(createPathJudge(parts))
  const sorter = stack.use(createLinkSorter(parts))
  const knownPages = createKnownPages(parts)
  return {
    map: { ...site, judge, knownPages },
    knownPages,
    crawl: createCrawlHandlers({ ...parts, ...site, sorter }),
  }
}

function makeUrlRules({ config, guard }: Foundations) {
  const httpsOnly = config.delivery.webhookHttps === 'on'
  const webhookRefusal = createWebhookRefusal({ guard, httpsOnly })
  return { allowedHosts: config.net.allowedPrivateHosts, webhookRefusal }
}

/** Makes documents of pages, and of records of data providers. */
function composeDocuments(
  parts: Foundations & ThirdParty & { readonly derive: Derive; readonly safeguard: Safeguard },
): MakeDocument {
  const read = createRecordSource({ ...parts, readPage: createPageSource(parts) })
  const storeRenderings = createStoreRenderings(keepAsLinks(parts))
  return screened(parts.threats, createMakeDocument({ ...parts, read, storeRenderings }))
}

const readiness = async ({ database, clockWatch }: Foundations) => ({
  database: await isAnswering(database),
  clock: clockWatch.isRight(),
})

const readyMsMax = 2_000

/** A database that does not respond in time counts as unreachable. */
async function isAnswering(database: Database): Promise<boolean> {
  return Promise.race([database.isReachable(), setTimeout(readyMsMax, false, { ref: false })])
}
