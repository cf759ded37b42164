import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { browserGauges } from '#browser/gauges.ts'
import { composeAgent } from '#compose-agent.ts'
import { composeConsole, type EndTeam } from '#compose-console.ts'
import { composeDerive } from '#compose-derive.ts'
import { composeEdge } from '#compose-edge.ts'
import { composeSafety } from '#compose-safety.ts'
import { composeInteract } from '#compose-interact.ts'
import { composeFoundations, type Foundations, type Seams } from '#compose-foundations.ts'
import { composeSiem } from '#compose-siem.ts'
import { composeSearch, composeSources, searchProviders } from '#compose-search.ts'
import { composeThirdParty, type ThirdParty } from '#compose-third-party.ts'
import { composeBeginning } from '#compose-beginning.ts'
import type { Config } from '#config.ts'
import { createSetUpCode, type SetUpCode } from '#accounts/set-up-code.ts'
import { createBatchHandlers } from '#features/batch/batch-handlers.ts'
import { createBatchFeature } from '#features/batch/feature.ts'
import { createCrawlHandlers } from '#features/crawl/crawl-handlers.ts'
import { createCrawlFeature } from '#features/crawl/feature.ts'
import { createLinkSorter } from '#features/crawl/link-sorter.ts'
import { createDocsFeature } from '#features/docs/feature.ts'
import type { Feature } from '#features/feature.ts'
import { createThreatFeature } from '#features/threat/feature.ts'
import { createMapFeature } from '#features/map/feature.ts'
import { createPathJudge } from '#sites/path-judge.ts'
import { createSitemaps } from '#sites/sitemaps.ts'
import { createMonitorFeature, type MonitorFeatureDeps } from '#features/monitor/feature.ts'
import { createNotImplementedFeature } from '#features/not-implemented/feature.ts'
import { createParseFeature } from '#features/parse/feature.ts'
import { createUploads, type Uploads } from '#features/parse/uploads.ts'
import { createProfileFeature } from '#features/profile/feature.ts'
import { createScrapeFeature } from '#features/scrape/feature.ts'
import { createThirdPartyFeature } from '#features/third-party-data/feature.ts'
import { createMakeDocument } from '#pages/make-document.ts'
import { screened } from '#pages/screened.ts'
import { createPageSource, type MakeDocument } from '#pages/sources/page.ts'
import { createRecordSource } from '#pages/sources/record.ts'
import { createStoreRenderings, keepAsLinks } from '#pages/store-renderings.ts'
import { createResults } from '#pages/results.ts'
import { createSafeguard, type Safeguard } from '#pages/safeguard.ts'
import { createScrapePage, type ScrapePage } from '#pages/scrape-page.ts'
import { createSupportFeature } from '#features/support/feature.ts'
import { createTeamFeature } from '#features/team/feature.ts'
import { createV1Feature } from '#features/v1/feature.ts'
import { createNameOf } from '#accounts/requester-names.ts'
import { createDocumentOf } from '#job-api/job-verbs.ts'
import { createWebhookFeature } from '#features/webhook/feature.ts'
import type { Derive } from '#formats/derive.ts'
import { tokenCounter } from '#llm/token-counter.ts'
import { createKnownPages } from '#fetch/known-pages.ts'
import { createRobots } from '#fetch/robots.ts'
import { restartCounter } from '#http/restart-counter.ts'
import { routeCounters } from '#net/route-counters.ts'
import { createWebhookRefusal } from '#net/webhook-targets.ts'
import type { Database } from '#storage/database.ts'

/** The architecture, as code: the foundations, the features built from them, then the server and the background work. */
export async function compose(config: Config, seams: Seams = {}) {
  await using building = new AsyncDisposableStack()
  const foundations = await composeFoundations(config, seams, building)
  const { database, browsers, log, clock, deriveKey, jobTypes } = foundations
  const directory = join(config.storage.dataDir, 'uploads')
  const uploads = createUploads({ database, clock, directory, secret: deriveKey('uploads') })
  const setUpCode = createSetUpCode()
  const endTeam = createEndTeam(foundations, () => features)
  const current = composeFeatures(foundations, { uploads, setUpCode, endTeam }, building)
  const endpoints = current.flatMap((feature) => feature.endpoints ?? [])
  const features: readonly Feature[] = [...current, createV1Feature(endpoints), createDocsFeature()]
  for (const type of features.flatMap((feature) => feature.jobTypes ?? [])) jobTypes.register(type)

  const edge = composeEdge(config, {
    features,
    gauges: browserGauges(browsers),
    counters: countersOf(foundations, seams),
    authenticate: foundations.authenticate,
    findSession: (token, teamId) => foundations.consoleSessions.authenticate(token, teamId),
    redeemTicket: (token, path) => foundations.consoleTickets.redeem(token, path),
    rateLimits: foundations.rateLimits,
    credits: foundations.credits,
    keyless: foundations.keyless,
    idempotency: foundations.idempotency,
    readFile: (link) => foundations.files.read(link),
    keepUpload: (stream, limits) => foundations.temporaryFiles.keep(stream, limits),
    isReady: () => readiness(foundations),
    own: foundations.own,
    faultScopes: foundations.faultScopes,
    lagMsMax: seams.lagMsMax,
    hasModel: foundations.llm !== undefined,
    log,
  })
  const { role } = config.service
  const isConsoleNew = (role === 'all' || role === 'api') && !(await foundations.people.hasAny())
  const work = building.use(composeBeginning(config, { foundations, features }))
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
    searchProviders: searchProviders(foundations),
    /** Closes every connection and so aborts every request. */
    hurry: () => edge.server.server.closeAllConnections(),
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

const countersOf = ({ routes, llm }: Foundations, { restarts }: Seams) => [
  ...routeCounters(routes),
  ...(llm ? [tokenCounter(llm)] : []),
  restartCounter(restarts),
]

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

/** The second list: each feature with the parts it uses. */
function composeFeatures(
  foundations: Foundations,
  { uploads, ...access }: FeatureParts,
  stack: AsyncDisposableStack,
): readonly Feature[] {
  const { config, clock, log, database, profiles, readDocument } = foundations
  const { runOperation, credits, slots, usage, activity, recordFetches } = foundations
  const { jobs, jobTypes, notifier, outbox, deliveryLog } = foundations
  const { threats, blockCounts, threatSettings, threatClassifiers, threatGauges } = foundations
  const urlRules = urlRulesOf(foundations)

  const results = createResults({ database, seal: foundations.seal })
  const safety = composeSafety(config, foundations, stack)
  const { derive, model, judgeChanges, ...priced } = composeDerive(foundations, safety)
  const { pagePriceOf } = priced
  const safeguard = createSafeguard({ safety })
  const thirdParty = composeThirdParty(foundations, stack)
  const makeDocument = composeDocuments(foundations, { derive, safeguard, ...thirdParty })
  const scrapePage = createScrapePage({ makeDocument, credits, jobTypes })
  const batchHandlers = createBatchHandlers({ scrapePage })
  const { map, knownPages, crawlHandlers } = composeSites(foundations, { scrapePage }, stack)
  const handlers = { scrape: batchHandlers, crawl: crawlHandlers }
  const sources = composeSources(foundations, stack)
  const { searchWeb } = sources
  const jobStart = { runOperation, threats, jobs, credits, clock, notifier, urlRules, pagePriceOf }
  const scraped = { ...priced, ...thirdParty, ...urlRules, results, recordFetches, log }
  const reading = { ...scraped, sources, makeDocument }
  const threat = { threatSettings, threatClassifiers, threatGauges }
  const documentOf = createDocumentOf(jobs)
  const { feature: interact, runSessions } = composeInteract(foundations, results, stack)

  return [
    createScrapeFeature({ ...scraped, threats, runOperation, makeDocument, safeguard }),
    createBatchFeature({ ...jobStart, jobTypes, safeguard, handlers: batchHandlers }),
    createCrawlFeature({ ...jobStart, safeguard, handlers: crawlHandlers, model, knownPages }),
    createMapFeature({ ...map, runOperation, urlRules }),
    createParseFeature({ ...scraped, runOperation, readDocument, safeguard, derive, uploads }),
    composeMonitors(foundations, { handlers, urlRules, judge: judgeChanges, searchWeb }),
    createWebhookFeature({ database, outbox, deliveryLog, urlRules, documentOf }),
    composeSiem(foundations, urlRules, stack),
    createThirdPartyFeature(thirdParty),
    createProfileFeature({ profiles }),
    createThreatFeature({ ...threat, threats, blockCounts, nameOf: createNameOf(database) }),
    createTeamFeature({ credits, slots, jobs, usage, activity }),
    composeConsole(foundations, { ...access, searchWeb }),
    interact,
    ...composeSearch(foundations, { ...reading, scrapePage }),
    composeAgent(foundations, { ...reading, safeguard, map, urlRules, runSessions }),
    createSupportFeature({ model, jobs, activity, results }),
    createNotImplementedFeature(),
  ]
}

/** Monitors, whose checks run as jobs with the handlers of batches and crawls. */
function composeMonitors(
  foundations: Foundations,
  parts: Pick<MonitorFeatureDeps, 'handlers' | 'urlRules' | 'judge' | 'searchWeb'>,
): Feature {
  const { config, database, seal, deriveKey, publicUrl, clock, log } = foundations
  const { credits, jobs, notifier, queueNotifier, threats } = foundations
  const { snapshots, comparer, outbox, mailbox } = foundations
  return createMonitorFeature({
    ...parts,
    database,
    seal,
    publicUrl,
    clock,
    log,
    credits,
    jobs,
    notifier,
    queueNotifier,
    threats,
    snapshots,
    comparer,
    outbox,
    mailbox,
    needsConfirmation: config.delivery.mailConfirmation === 'on',
    mailLinkKey: deriveKey('mail links'),
  })
}

/** What reads whole sites, for maps and crawls. */
function composeSites(
  foundations: Foundations,
  { scrapePage }: { readonly scrapePage: ScrapePage },
  stack: AsyncDisposableStack,
) {
  const { config, database, log, threats, jobTypes, getPage, readContent } = foundations
  const { frontier, siemOutbox, recordFetches } = foundations
  const robotsOf = createRobots({ getPage, agent: config.fetch.robotsAgent })
  const site = { robotsOf, readSitemaps: createSitemaps({ getPage }), threats }
  const judge = stack.use(createPathJudge({ log }))
  const sorter = stack.use(createLinkSorter({ log }))
  const knownPages = createKnownPages({ database })
  const crawling = { frontier, sorter, jobTypes, siemOutbox }
  return {
    map: { ...site, recordFetches, getPage, readContent, judge, knownPages, log },
    knownPages,
    crawlHandlers: createCrawlHandlers({ ...site, scrapePage, ...crawling }),
  }
}

function urlRulesOf({ config, guard }: Foundations) {
  const httpsOnly = config.delivery.webhookHttps === 'on'
  const webhookRefusal = createWebhookRefusal({ guard, httpsOnly })
  return { allowedHosts: config.net.allowedPrivateHosts, webhookRefusal }
}

/** Makes documents of pages, and of records of data providers. */
function composeDocuments(
  foundations: Foundations,
  {
    derive,
    safeguard,
    ...thirdParty
  }: { readonly derive: Derive; readonly safeguard: Safeguard } & ThirdParty,
): MakeDocument {
  const { readPages, threats } = foundations
  const read = createRecordSource({ ...thirdParty, readPage: createPageSource(foundations) })
  const storeRenderings = createStoreRenderings(keepAsLinks(foundations))
  const parts = { read, derive, safeguard, storeRenderings, readPages }
  return screened(threats, createMakeDocument(parts))
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
