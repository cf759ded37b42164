import { createSecondFactors } from '#accounts/second-factors.ts'
import { join } from 'node:path'
import { createActivity } from '#accounts/activity.ts'
import { createFindKeyHosts } from '#accounts/key-hosts.ts'
import { createAuthenticate } from '#accounts/authenticate.ts'
import { createConsoleEvents } from '#accounts/console-events.ts'
import { createConsoleLinks } from '#accounts/console-links.ts'
import { createConsoleSessions } from '#accounts/console-sessions.ts'
import { createConsoleTickets } from '#accounts/console-tickets.ts'
import { createPasswords, type PasswordCost } from '#accounts/passwords.ts'
import { createPasskeys } from '#accounts/passkeys.ts'
import { createPeople } from '#accounts/people.ts'
import { createSlots } from '#accounts/create-slots.ts'
import { createIdempotency } from '#accounts/idempotency.ts'
import { createIdentities } from '#accounts/identities.ts'
import { createKeyless } from '#accounts/keyless.ts'
import { createSignInAttempts } from '#accounts/sign-in-attempts.ts'
import { createRateLimits } from '#accounts/rate-limits.ts'
import { createWebhookSecrets } from '#accounts/webhook-secrets.ts'
import type { Browsers } from '#browser/browsers.ts'
import { createProfiles } from '#browser/profiles.ts'
import { createPageWork } from '#answers/page-work.ts'
import { endSchemaThreads } from '#formats/json-schemas.ts'
import { createComparer } from '#changes/create-comparer.ts'
import { createSnapshots } from '#changes/snapshots.ts'
import { openMigratedDatabase } from '#compose-database.ts'
import { choosePublicUrl, composeOwnAddresses } from '#compose-own-addresses.ts'
import type { Config } from '#config.ts'
import { createCredits } from '#credits/create-credits.ts'
import { createUsage } from '#credits/usage.ts'
import { createDeliveryLog } from '#delivery/delivery-log.ts'
import { createPublishJobEvents } from '#delivery/publish-job-events.ts'
import { createMailbox } from '#delivery/mailbox.ts'
import { createOutbox } from '#delivery/outbox.ts'
import { createSiemOutbox } from '#delivery/siem/siem-outbox.ts'
import { createSiemSettings } from '#delivery/siem/siem-settings.ts'
import { createPageCache } from '#fetch/cache.ts'
import { composeFetch } from '#fetch/compose.ts'
import { createBackgroundWrites } from '#fetch/background-writes.ts'
import { createGetPage } from '#fetch/get-page.ts'
import { screenedGetPage } from '#fetch/screened-page.ts'
import { createFrontier } from '#jobs/frontier.ts'
import { createJobs } from '#jobs/job-store.ts'
import { createJobTypes } from '#jobs/job-types.ts'
import type { AdmitUrl } from '#kernel/screen.ts'
import { createLog } from '#kernel/create-log.ts'
import { measuredClaims, measuredDatabase } from '#compose-measures.ts'
import { createMeasures, type Measures } from '#kernel/measures.ts'
import type { Log } from '#kernel/log.ts'
import { createFaultScopes, type FaultScopes } from '#kernel/fault-scopes.ts'
import { oneTurn } from '#kernel/event-loop.ts'
import { createNotifier } from '#queue/notifier.ts'
import { chooseEmbeddingsApi, composeLlm } from '#llm/compose.ts'
import { composeMedia } from '#media/compose.ts'
import { createLookup } from '#net/lookup.ts'
import { composeEncoder, composePageIndex } from '#page-index/compose.ts'
import { createReadPages } from '#page-index/read-pages.ts'
import { composeReaders, type GivenReaders } from '#reading/compose.ts'
import type { RecordFetches } from '#operations/record-fetch.ts'
import { createKeylessCredits } from '#operations/keyless-credits.ts'
import { createRunOperation } from '#operations/create-run-operation.ts'
import { checkSecret } from '#storage/check-secret.ts'
import { createClockWatch } from '#storage/clock-watch.ts'
import { createContentSeals } from '#storage/content-seals.ts'
import { prepareDataFolder } from '#storage/data-folder.ts'
import type { Database } from '#storage/database.ts'
import { createFileStores } from '#storage/file-stores.ts'
import { createNodes } from '#storage/nodes.ts'
import { createKeyRing } from '#storage/key-ring.ts'
import { createProfileStore } from '#storage/profile-store.ts'
import type { Bucket } from '#storage/s3-files.ts'
import { createSeal } from '#storage/seal.ts'
import { createServiceSecret } from '#compose-secret.ts'
import { createSignedFiles } from '#storage/signed-files.ts'
import { createSigner } from '#storage/signer.ts'
import { createTemporaryFiles } from '#storage/temporary-files.ts'
import { composeThreat } from '#threat/compose.ts'
import { composeTracing } from '#tracing/compose.ts'

/** Replacements for parts, for tests and for the process that runs the service. */
export interface Seams extends GivenReaders {
  readonly log?: Log
  /** Migrated. */
  readonly database?: Database
  readonly browsers?: Browsers
  /** Aborts the start; what has been started is disposed first. */
  readonly signal?: AbortSignal
  /** Attributes uncaught exceptions to operations. */
  readonly faultScopes?: FaultScopes
  readonly passwordCost?: PasswordCost
  /** Delay of the event loop, in milliseconds, beyond which requests are refused. */
  readonly lagMsMax?: number
  /** Milliseconds by which the clock of this process may differ from the database's. */
  readonly clockDifferenceMsMax?: number
  /** How often the service was started again because its main thread stood, by reason. */
  readonly restarts?: Readonly<Record<string, number>>
  /** Keeps the first API key before it becomes valid. */
  readonly keepFirstKey?: (key: string) => void
}

/** The first list: what features are built from. Every part is made once, from the parts above it. */
export async function composeFoundations(
  config: Config,
  seams: Seams,
  stack: AsyncDisposableStack,
) {
  const { log = createLog(config.service.logLevel), signal } = seams
  const { faultScopes = createFaultScopes() } = seams

  composeTracing(config, log, stack)
  const measures = createMeasures()
  const opened = seams.database ?? (await openMigratedDatabase(config, { log, signal }))
  const database = measuredDatabase(stack.use(opened), measures)
  prepareDataFolder(config.storage.dataDir)
  const identity = await composeIdentity(config, database, seams)
  const { clock, deriveKey } = identity
  const { dataDir } = config.storage
  const seal = createSeal(deriveKey)
  const stores = createFileStores({ dataDir, bucket: readBucket(config) })
  const signer = createSigner(deriveKey, 'file links')
  const files = createSignedFiles({ database, store: stores.documents, signer })
  const profileStore = createProfileStore({ database, deriveKey })
  const profiles = createProfiles(profileStore)
  const temporaryFiles = createTemporaryFiles(join(dataDir, 'incoming'))
  const accounts = composeAccounts(config, { database, clock, seal, deriveKey })
  const passwords = createPasswords(seams.passwordCost)

  signal?.throwIfAborted()
  const own = await composeOwnAddresses(config, log, stack)
  const lookup = stack.use(createLookup())
  const threat = composeThreat(config, { database, clock, lookup, log, ...accounts }, stack)
  const { admitUrl } = threat.threats
  const fetchDeps = { log, lookup, browsers: seams.browsers, own, profiles, admitUrl }
  const fetching = await composeFetch(config, fetchDeps, stack)
  const { guard, browsers, fetchPage, routes } = fetching
  await oneTurn()
  const mediaDeps = { ...fetching, admitUrl, own, temporaryFiles, log }
  const fetchMedia = composeMedia(config, mediaDeps, stack)
  const { readContent, readDocument } = composeReaders(config, stack, seams)
  const index = composeIndex(config, { database, clock, guard, lookup }, stack)
  const pageDeps = { fetchPage, blobs: stores.pages, database, admitUrl, clock, log }
  const { cache, getPage } = composePages(config, pageDeps, stack)
  const comparer = stack.use(createComparer())
  const snapshots = createSnapshots({ database })
  const llm = composeLlm(config, { database, lookup, log, onCall: measures.modelCall }, stack)

  const siemSettings = createSiemSettings({ database, seal })
  const siemOutbox = createSiemOutbox({ database, seal, settings: siemSettings })
  const recordFetches: RecordFetches = (sql, fetches) => siemOutbox.record(sql, fetches)
  const work = composeJobs(config, { database, log, deriveKey, seal, recordFetches, measures })
  const { slots, operationCredits: credits, activity } = accounts
  const runOperation = createRunOperation({ database, slots, credits, activity, log })
  const system = { ...identity, passwords, config, log, measures, faultScopes, database, seal }
  const pageWork = stack.use(createPageWork())
  stack.defer(endSchemaThreads)
  const publicUrl = choosePublicUrl(config)
  const storage = { pageWork, files, stores, profileStore, profiles, temporaryFiles, publicUrl }
  const pages = { own, guard, lookup, browsers, routes, readContent, readDocument, cache, getPage }
  const changes = { comparer, snapshots, llm, ...index, readPages: createReadPages(), fetchMedia }
  const managed = { ...accounts, ...threat, siemSettings, siemOutbox, recordFetches }
  const answers = llm?.cache ? [llm.cache] : []
  const sweeps = [...accounts.sweeps, ...work.sweeps, cache, files, snapshots, ...answers]
  return { ...system, ...storage, ...managed, ...pages, ...changes, ...work, runOperation, sweeps }
}

type PagesDeps = Omit<Parameters<typeof createPageCache>[0], 'bytesMax' | 'isSearched'> &
  Omit<Parameters<typeof createGetPage>[0], 'cache' | 'writes'> & { readonly admitUrl: AdmitUrl }

/** Pages of the web and their cached copies. */
function composePages({ fetch, search }: Config, deps: PagesDeps, stack: AsyncDisposableStack) {
  const bounds = { bytesMax: fetch.cacheBytesMax, isSearched: search.index === 'on' }
  const cache = createPageCache({ ...deps, ...bounds })
  const writes = stack.use(createBackgroundWrites())
  const getPage = createGetPage({ ...deps, cache, writes })
  return { cache, getPage: screenedGetPage(getPage, deps.admitUrl) }
}

/** The clock and the secret of this process. Fails when they are not those of the other processes of the database. */
async function composeIdentity(config: Config, database: Database, seams: Seams) {
  const clockWatch = createClockWatch({ database, msMax: seams.clockDifferenceMsMax })
  const fault = await clockWatch.check()
  if (fault !== undefined) throw new Error(fault)
  const deriveKey = createServiceSecret(config)
  const ownSecret = { deriveKey, isConfigured: config.secrets.masterSecret !== undefined }
  await checkSecret(database, ownSecret)
  return { clockWatch, clock: clockWatch.clock, deriveKey, ownSecret }
}

/** The index of pages, and what compares questions with them. */
function composeIndex(
  config: Config,
  parts: Omit<Parameters<typeof composePageIndex>[1], 'encoder'>,
  stack: AsyncDisposableStack,
) {
  const encoder = composeEncoder(chooseEmbeddingsApi(config), parts, stack)
  return { encoder, pageIndex: composePageIndex(config, { ...parts, encoder }, stack) }
}

export type Foundations = Awaited<ReturnType<typeof composeFoundations>>

type AccountsDeps = Pick<Parameters<typeof createKeyless>[0], 'clock' | 'database'> &
  Parameters<typeof createActivity>[0] &
  Parameters<typeof createWebhookSecrets>[0]

function composeAccounts(
  { accounts, secrets }: Config,
  { database, clock, seal, deriveKey }: AccountsDeps,
) {
  const limits = {
    requests: accounts.keylessRequests,
    credits: accounts.keylessCredits,
    creditsTotal: accounts.keylessCreditsTotal,
    concurrency: accounts.keylessConcurrency,
  }
  const { keylessProxySecret: proxySecret } = secrets
  const secret = deriveKey('keyless networks')
  const keyless = createKeyless({ database, clock, limits, secret, proxySecret })
  const credits = createCredits({ database })
  const consoleSessions = createConsoleSessions({ database })
  const consoleLinks = createConsoleLinks({ database })
  const rateLimits = createRateLimits({ database })
  const slots = createSlots({ database })
  const activity = createActivity({ database, seal })
  const idempotency = createIdempotency({ database, seal })
  const signInAttempts = createSignInAttempts({
    database,
    hashKey: deriveKey('sign-in attempts'),
  })
  const stores = {
    keyless,
    credits,
    signInAttempts,
    consoleSessions,
    consoleLinks,
    rateLimits,
    slots,
    activity,
  }
  return {
    ...stores,
    adminKey: secrets.adminKey,
    idempotency,
    sweeps: [...Object.values(stores), idempotency],
    operationCredits: createKeylessCredits({ credits, keyless, database }),
    people: createPeople({ database }),
    secondFactors: createSecondFactors({ database, seal }),
    identities: createIdentities({ database }),
    passkeys: createPasskeys({ database }),
    consoleTickets: createConsoleTickets({ database, sessions: consoleSessions }),
    consoleEvents: createConsoleEvents({ database }),
    authenticate: createAuthenticate({ database }),
    findKeyHosts: createFindKeyHosts({ database }),
    usage: createUsage({ database }),
    webhookSecrets: createWebhookSecrets({ database, deriveKey }),
  }
}

type JobDeps = Parameters<typeof createNodes>[0] &
  Pick<Parameters<typeof createContentSeals>[0], 'seal'> &
  Pick<Parameters<typeof createFrontier>[0], 'database' | 'recordFetches' | 'log'> & {
    readonly measures: Measures
  }

/** Jobs, their frontier, and their events. */
function composeJobs(config: Config, deps: JobDeps) {
  const { database, log, deriveKey, seal } = deps
  const nodes = createNodes({ database, deriveKey })
  const keys = createKeyRing({ database, nodes })
  const contentSeals = createContentSeals({ seal, keys })
  const outbox = createOutbox({ database, contentSeals, log })
  const hasMailServer = config.secrets.smtpUrl !== undefined
  const jobTypes = createJobTypes()
  const publishEvents = createPublishJobEvents({ outbox, contentSeals, jobTypes, log })
  const { hostPagesMax } = config.jobs
  const mailbox = hasMailServer ? createMailbox({ database, seal }) : undefined
  const jobs = createJobs({ database, publishEvents, contentSeals, log })
  const frontier = createFrontier({ ...deps, publishEvents, contentSeals, hostPagesMax })
  return {
    keys,
    worker: nodes.own,
    outbox,
    deliveryLog: createDeliveryLog({ database, contentSeals, log }),
    mailbox,
    jobTypes,
    jobs,
    sweeps: [jobs, outbox, ...(mailbox ? [mailbox] : [])],
    frontier: measuredClaims(frontier, deps.measures),
    notifier: createNotifier(),
    queueNotifier: createNotifier(),
  }
}

function readBucket(config: Config): Bucket | undefined {
  const { s3Endpoint: endpoint, s3Region: region } = config.storage
  const { s3AccessKey: accessKeyId, s3SecretKey: secretAccessKey } = config.secrets
  if (endpoint === undefined) return undefined
  if (accessKeyId && secretAccessKey) return { endpoint, region, accessKeyId, secretAccessKey }
  throw new Error('WEIR_S3_ENDPOINT needs WEIR_S3_ACCESS_KEY and WEIR_S3_SECRET_KEY beside it.')
}
