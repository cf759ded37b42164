import { setTimeout } from 'node:timers/promises'
import { createActivity } from '#accounts/activity.ts'
import { createAuthenticate } from '#accounts/authenticate.ts'
import { bootstrap } from '#accounts/bootstrap.ts'
import { createSlots } from '#accounts/create-slots.ts'
import { createIdempotency } from '#accounts/idempotency.ts'
import { createRateLimits } from '#accounts/rate-limits.ts'
import type { Browsers } from '#browser/browsers.ts'
import { browserGauges } from '#browser/gauges.ts'
import { composeBrowsers } from '#compose-browsers.ts'
import { composeEdge } from '#compose-edge.ts'
import { composeFiles, composePageBlobs } from '#compose-files.ts'
import { composeFetch } from '#compose-fetch.ts'
import { composeMonitors } from '#compose-monitors.ts'
import { composeOwnAddresses } from '#compose-own-addresses.ts'
import { composeReaders, composeUploads } from '#compose-parse.ts'
import { composeJobs, startWork } from '#compose-work.ts'
import { createComparer, type Comparer } from '#changes/create-comparer.ts'
import { createSnapshots } from '#changes/snapshots.ts'
import type { Config } from '#config.ts'
import type { ReadContent } from '#content/content.ts'
import type { ReadDocument } from '#content/documents/processes/create-read-document.ts'
import { createCredits } from '#credits/create-credits.ts'
import { createUsage } from '#credits/usage.ts'
import { createDeliveryLog } from '#delivery/delivery-log.ts'
import { createWhyNotTold } from '#net/webhook-targets.ts'
import { createBatch } from '#features/batch/batch.ts'
import { liveJob } from '#features/job/live.ts'
import { batchRoutes } from '#features/batch/routes.ts'
import { createLinkSorter, type LinkSorter } from '#features/crawl/link-sorter.ts'
import { createCrawlWork } from '#features/crawl/crawl-work.ts'
import { createCrawl } from '#features/crawl/crawl.ts'
import { crawlRoutes } from '#features/crawl/routes.ts'
import { createMap } from '#features/map/map.ts'
import { mapRoutes } from '#features/map/routes.ts'
import { createSitemaps } from '#features/map/sitemaps.ts'
import { profileRoutes } from '#features/profile/routes.ts'
import { createParse } from '#features/parse/parse.ts'
import { parseRoutes } from '#features/parse/routes.ts'
import type { Uploads } from '#features/parse/uploads.ts'
import { createResults, type Results } from '#features/scrape/results.ts'
import { createMakeDocument } from '#features/scrape/make-document.ts'
import { createScrapePage } from '#features/scrape/scrape-page.ts'
import { scrapeRoutes } from '#features/scrape/routes.ts'
import { createScrape } from '#features/scrape/scrape.ts'
import { supportRoutes } from '#features/support/routes.ts'
import { teamRoutes } from '#features/team/routes.ts'
import { createTeam } from '#features/team/team.ts'
import { webhookRoutes } from '#features/webhook/routes.ts'
import { createPageCache, type PageCache } from '#fetch/cache.ts'
import { createGetPage, type GetPage } from '#fetch/get-page.ts'
import { createKnownPages } from '#fetch/known-pages.ts'
import { createRobots } from '#fetch/robots.ts'
import { createDerive } from '#formats/derive.ts'
import { createTrackChanges } from '#formats/track-changes.ts'
import type { AnyRoute } from '#http/route.ts'
import { startKeeping } from '#jobs/start-keeping.ts'
import { systemClock, type Clock } from '#kernel/clock.ts'
import { createLog } from '#kernel/create-log.ts'
import type { Log } from '#kernel/log.ts'
import { createOperations, type Operations } from '#kernel/operations.ts'
import { createGuard, type Guard } from '#net/guard.ts'
import { createLookup, type Lookup } from '#net/lookup.ts'
import type { OwnAddresses } from '#net/own-addresses.ts'
import { prepareDataFolder } from '#storage/data-folder.ts'
import { createRunOperation } from '#operations/create-run-operation.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Database } from '#storage/database.ts'
import { migrate } from '#storage/migrate.ts'
import type { ProfileStore } from '#storage/profile-store.ts'
import { createSeal } from '#storage/seal.ts'
import { createSecret } from '#storage/secret.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import { startDatabase } from '#storage/start-database.ts'

/** What a test may put in the place of the real thing. */
interface Seams {
  readonly clock?: Clock
  readonly log?: Log
  readonly database?: Database
  readonly browsers?: Browsers
  /** Ends a start that is no longer wanted; what was started ends first. */
  readonly signal?: AbortSignal
  /** For who is told of what nobody caught. */
  readonly operations?: Operations
}

const answerMsMax = 2_000

/** The architecture, as code: every part is made here, once, from the parts above it. */
export async function compose(config: Config, seams: Seams = {}) {
  await using building = new AsyncDisposableStack()
  const { clock = systemClock, log = createLog(config.WEIR_LOG_LEVEL), signal } = seams
  const { operations = createOperations() } = seams

  const database = building.use(seams.database ?? (await openDatabase(config, { log, signal })))
  await migrate(database)
  const firstKey = await bootstrap({ database, apiKey: config.WEIR_API_KEY })
  const accounts = composeAccounts(config, database)

  signal?.throwIfAborted()
  const own = await composeOwnAddresses(config, { log, stack: building })
  const guard = composeGuard(config, { own, lookup: building.use(createLookup()), log })
  const browsers =
    seams.browsers ?? building.use(await composeBrowsers(config, { guard, own, log }))
  const kept = composeFiles(config, { database, clock })
  const fetchPage = composeFetch(config, { ...kept, guard, log, stack: building, browsers })
  const readers = composeReaders(config, building)
  const cache = composeCache(config, { database, clock })
  const getPage = createGetPage({ fetchPage, cache, clock, log })
  const results = createResults({ database, clock })
  const jobs = composeJobs(config, { database, clock, log })
  building.use(await startKeeping({ ...jobs, log }))
  const { uploads, edge } = await composeUploads(config, { ...jobs, database, clock })
  const comparer = building.use(createComparer())
  const sorter = building.use(createLinkSorter({ log }))
  const made = { ...accounts, ...jobs, ...kept, ...readers, uploads, comparer, sorter, guard }
  const runOperation = createRunOperation({ ...accounts, database, log })
  const parts = { ...made, runOperation, database, getPage, results, clock, log, operations }
  const features = composeFeatures(config, parts)

  const front = composeEdge(config, {
    ...accounts,
    ...edge,
    ...features,
    readFile: (link) => kept.files.read(link),
    isReady: async () => ({ database: await isAnswering(database) }),
    gauges: browserGauges(browsers),
    own,
    operations,
    log,
  })
  const work =
    config.WEIR_ROLE === 'api'
      ? undefined
      : building.use(startWork(config, { ...parts, ...features, cache, guard }))
  building.use(front)

  const stack = building.move()
  return {
    server: front.server,
    database,
    firstKey,
    log,
    browsers,
    /** Ends every connection, and with it what its client waits for. */
    hurry: () => front.server.server.closeAllConnections(),
    listen: () => front.listen(),
    /** Something threw that belongs to no operation: says what of the work may be why, before the process ends. */
    blame: async () => work?.blame(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function composeCache(config: Config, parts: { database: Database; clock: Clock }): PageCache {
  const blobs = composePageBlobs(config)
  return createPageCache({ ...parts, blobs, bytesMax: config.WEIR_CACHE_BYTES_MAX })
}

/** The capabilities: the routes they hand to the edge, and what they do with the pages of jobs. */
function composeFeatures(
  config: Config,
  parts: ReturnType<typeof composeAccounts> &
    ReturnType<typeof composeJobs> & {
      readonly runOperation: RunOperation
      readonly database: Database
      readonly getPage: GetPage
      readonly readContent: ReadContent
      readonly readDocument: ReadDocument
      readonly uploads: Uploads
      readonly results: Results
      readonly files: SignedFiles
      readonly profiles: ProfileStore
      readonly publicUrl: string
      readonly comparer: Comparer
      readonly sorter: LinkSorter
      readonly guard: Guard
      readonly clock: Clock
      readonly log: Log
    },
) {
  const { getPage, database, results } = parts
  const allowedHosts = config.WEIR_ALLOWED_PRIVATE_HOSTS
  const httpsOnly = config.WEIR_WEBHOOK_HTTPS === 'on'
  const rules = { allowedHosts, whyNotTold: createWhyNotTold({ ...parts, httpsOnly }) }
  const site = {
    robotsOf: createRobots({ getPage, agent: config.WEIR_ROBOTS_AGENT }),
    readSitemaps: createSitemaps({ getPage }),
    knownPages: createKnownPages({ database }),
  }
  const derive = createDerive([createTrackChanges({ ...parts, snapshots: createSnapshots(parts) })])
  const makeDocument = createMakeDocument({ ...parts, derive })
  const scrapePage = createScrapePage({ ...parts, makeDocument })
  const batch = createBatch({ ...parts, scrapePage, allowedHosts })
  const crawl = createCrawl(parts)
  const crawlWork = createCrawlWork({ ...parts, ...site, scrapePage })
  const monitors = composeMonitors({ ...parts, ...rules }, { scrape: batch.work, crawl: crawlWork })
  const routes: AnyRoute[] = [
    ...scrapeRoutes({ scrape: createScrape({ ...parts, makeDocument }), results, allowedHosts }),
    ...batchRoutes({ batch, ...rules }),
    ...crawlRoutes({ crawl, ...rules }),
    ...mapRoutes({ mapSite: createMap({ ...parts, ...site }), allowedHosts }),
    ...parseRoutes({ parse: createParse(parts), uploads: parts.uploads }),
    ...monitors.routes,
    ...webhookRoutes(createDeliveryLog(parts)),
    ...profileRoutes(parts),
    ...teamRoutes(createTeam(parts)),
    ...supportRoutes(),
  ]
  const works = { 'batch-scrape': batch.work, crawl: crawlWork, ...monitors.works }
  const live = [
    liveJob(crawl, { path: '/v2/crawl', group: 'crawl' }),
    liveJob(batch, { path: '/v2/batch/scrape', group: 'batch-scrape' }),
  ]
  const { openRoutes, monitoring } = monitors
  return { routes, openRoutes, live, works, monitoring }
}

function openDatabase(
  config: Config,
  parts: { readonly log: Log; readonly signal: AbortSignal | undefined },
): Promise<Database> {
  prepareDataFolder(config.WEIR_DATA_DIR)
  return startDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.WEIR_DATA_DIR,
    pgBin: config.WEIR_PG_BIN,
    ...parts,
  })
}

/** A database that hangs is as bad as none. */
async function isAnswering(database: Database): Promise<boolean> {
  return Promise.race([database.isReachable(), setTimeout(answerMsMax, false, { ref: false })])
}

function composeAccounts(config: Config, database: Database) {
  const { WEIR_SECRET: configured, WEIR_DATA_DIR: dataDir } = config
  const seal = createSeal(createSecret({ configured, dataDir }))
  return {
    authenticate: createAuthenticate({ database }),
    rateLimits: createRateLimits({ database }),
    slots: createSlots({ database }),
    activity: createActivity({ database, seal }),
    idempotency: createIdempotency({ database, seal }),
    credits: createCredits({ database }),
    usage: createUsage({ database }),
  }
}

/** For the operator; the caller learns as little as of a name that does not exist. */
const refusedTarget =
  'a target was refused for its private address; WEIR_ALLOWED_PRIVATE_HOSTS or WEIR_ALLOWED_PRIVATE_CIDRS opens it'

function composeGuard(
  config: Config,
  { own, lookup, log }: { own: OwnAddresses; lookup: Lookup; log: Log },
): Guard {
  return createGuard({
    onRefused: () => log.info({}, refusedTarget),
    lookup,
    allowedCidrs: config.WEIR_ALLOWED_PRIVATE_CIDRS,
    allowedHosts: config.WEIR_ALLOWED_PRIVATE_HOSTS,
    isOwnAddress: own.isOwn,
  })
}
