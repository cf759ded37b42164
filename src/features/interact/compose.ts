import { totalmem } from 'node:os'
import { killOrphans } from '#browser/browser-folder.ts'
import type { LocalBrowser } from '#browser/find-browser.ts'
import type { LaunchOptions } from '#browser/launch.ts'
import { unpackBrowser, type BrowserProgram } from '#browser/unpack.ts'
import { configuredBrowser } from '#browser/compose.ts'
import type { Config } from '#config.ts'
import { createConnections } from '#features/interact/connections.ts'
import type { Profiles } from '#browser/profiles.ts'
import { createBoundSessions } from '#features/interact/bound-sessions.ts'
import { createLogVisits, type LogVisitsDeps } from '#features/interact/log-visits.ts'
import { createHosts } from '#features/interact/hosts.ts'
import { createPeerCalls } from '#features/interact/peer-calls.ts'
import { createRoutedSessions, servePeer } from '#features/interact/routed-sessions.ts'
import { createInteractFeature } from '#features/interact/feature.ts'
import { createPrepareSession } from '#features/interact/prepare-session.ts'
import { createRecordings } from '#features/interact/recordings.ts'
import { createRunSessions, type RunSessions } from '#features/interact/run-sessions.ts'
import { createRunningSessions } from '#features/interact/running-sessions.ts'
import { createSessionStore } from '#features/interact/session-store.ts'
import { createSessions, type StartBrowser } from '#features/interact/sessions.ts'
import { createDoWork, requireModel } from '#features/interact/work.ts'
import type { Results } from '#pages/results.ts'
import type { Feature } from '#features/feature.ts'
import { missingForGroups } from '#interact/box/groups.ts'
import { missingForBoxes } from '#interact/box/probe.ts'
import { createEncoder } from '#interact/recording/encoder.ts'
import type { CommandTask } from '#interact/relay/read-command.ts'
import { createReadLongCommands } from '#interact/relay/read-long.ts'
import { createTeamTraffic } from '#interact/relay/traffic.ts'
import { startSession } from '#interact/session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import { createSemaphore, type Semaphore } from '#kernel/semaphore.ts'
import type { Llm } from '#llm/create-llm.ts'
import type { Guard } from '#net/guard.ts'
import type { OwnAddresses } from '#net/own-addresses.ts'
import type { AdmitUrl } from '#kernel/screen.ts'
import type { DeriveKey } from '#storage/secret.ts'
import { createSigner } from '#storage/signer.ts'
import { startFilteringProxy, type FilteringProxy } from '#net/filtering-proxy.ts'

const memoryPerSession = 400 * 1_024 ** 2
const defaultSessionsMax = () => Math.min(16, Math.floor(totalmem() / memoryPerSession))

type StoreDeps = Parameters<typeof createSessionStore>[0]

interface InteractParts
  extends Omit<StoreDeps, 'credits' | 'owner'>, Omit<LogVisitsDeps, 'database'> {
  readonly config: Config
  readonly operationCredits: StoreDeps['credits']
  /** The id of this process. */
  readonly worker: string
  readonly deriveKey: DeriveKey
  readonly profiles: Profiles
  readonly files: Parameters<typeof createRecordings>[0]['files']
  readonly llm: Pick<Llm, 'model'> | undefined
  readonly guard: Guard
  readonly own: OwnAddresses
  readonly threats: LogVisitsDeps['threats'] & { readonly admitUrl: AdmitUrl }
  readonly results: Pick<Results, 'readReplay'>
}

/** Browser sessions. Nothing of them starts before the first one is created; `stack` ends them. */
export function composeInteract(
  interact: InteractParts,
  stack: AsyncDisposableStack,
): { readonly interact: Feature; readonly runSessions: RunSessions } {
  const { config, database, operationCredits: credits, worker: owner, deriveKey, log } = interact
  const store = createSessionStore({ ...interact, credits, owner })
  const prepared = createPrepared(interact, stack)
  const start = createStart(prepared, config, stack)
  const sessionsMax = config.interact.sessionsMax ?? defaultSessionsMax()
  const slots = sessionsMax > 0 ? sessionSlots(sessionsMax) : undefined
  const tokens = createSigner(deriveKey, 'browser sessions')
  const recordings = composeRecordings(interact, prepared, stack)
  const running = stack.use(createRunningSessions({ store, log }))
  const { internalUrl, liveViewFrameAncestors: frameAncestors } = config.interact
  const hosts = createHosts({ database, own: { id: owner, url: internalUrl } })
  stack.defer(() => hosts.leave())
  const connections = createConnections({ store, running, hosts, own: owner, tokens })
  const model = interact.llm?.model
  const prepare = createPrepareSession(interact)
  const local = createSessions({
    store,
    running,
    recordings,
    start,
    prepare,
    logVisits: createLogVisits(interact),
    doWork: createDoWork({ model, store }),
    slots,
    isWatched: missingForGroups() !== undefined,
  })
  const peers = createPeerCalls({
    own: owner,
    signer: createSigner(deriveKey, 'calls between processes'),
    handle: servePeer(local),
  })
  const sessions = createRoutedSessions({ sessions: local, hosts, peers, own: owner })
  const assertModel = () => void requireModel(model)
  const bound = createBoundSessions({ ...interact.results, sessions, store, assertModel })
  let parts: ReturnType<typeof findSessionBrowser> | undefined
  const missing = async () => (await (parts ??= findSessionBrowser(config))).missing
  const capacity = async () =>
    slots && (await missing()) === undefined ? sharedSlots(sessionsMax).slots - slots.taken : 0
  const runSessions = createRunSessions({ sessions: local, running, connections, store, missing })
  const feature = createInteractFeature({
    sessions,
    bound,
    connections,
    peers,
    hosts,
    capacity: internalUrl === undefined ? undefined : capacity,
    recordings,
    store,
    database,
    removeOrphans: killOrphans,
    log,
    frameAncestors,
  })
  return { interact: feature, runSessions }
}

/** Requests do not wait for a session: another process may have one at once. */
const sessionSlots = (perTeamMax: number): Semaphore =>
  createSemaphore({
    perTeamMax,
    waitingMax: 0,
    refusal: `This process runs as many browser sessions as it may, or as many of your team as leave some for others (WEIR_INTERACT_SESSIONS_MAX=${perTeamMax}). End one, or try again later.`,
  })

interface Prepared {
  readonly program: BrowserProgram
  readonly proxy: FilteringProxy
}

/** Prepares the browser, its proxy and the boxes with the first session; tries again while something is missing. */
function createPrepared(
  interact: InteractParts,
  stack: AsyncDisposableStack,
): () => Promise<Prepared> {
  let preparing: Promise<Prepared> | undefined
  stack.defer(async () => (await preparing?.catch(() => undefined))?.proxy[Symbol.asyncDispose]())
  return async function prepared() {
    preparing ??= prepare(interact)
    return preparing.catch((thrown: unknown) => {
      preparing = undefined
      throw thrown
    })
  }
}

function createStart(
  prepared: () => Promise<Prepared>,
  { browser: { pageBytesMax: scriptBytesMax } }: Config,
  stack: AsyncDisposableStack,
): StartBrowser {
  const longCommands = stack.use(createReadLongCommands())
  const teams = createTeamTraffic()
  return async (onBehalfOf, route) => {
    const { teamId } = onBehalfOf
    const parts = await prepared()
    const traffic = teams.enter(teamId)
    const leaving = new AbortController()
    const readLong = async (task: CommandTask) =>
      longCommands.read(task, { teamId, signal: leaving.signal })
    const leave = () => {
      leaving.abort()
      traffic[Symbol.dispose]()
    }
    const options = { ...parts, onBehalfOf, route, scriptBytesMax, traffic, readLong }
    const session = await startSession(options).catch((thrown: unknown) => {
      leave()
      throw thrown
    })
    session.gone.addEventListener('abort', leave)
    if (session.gone.aborted) leave()
    return session
  }
}

function composeRecordings(
  interact: InteractParts,
  prepared: () => Promise<Prepared>,
  stack: AsyncDisposableStack,
) {
  const encoder = stack.use(createEncoder(async () => encoderOptions(await prepared(), interact)))
  return createRecordings({ ...interact, encoder })
}

const encoderBytesMax = 256 * 1_024 ** 2

/** The browser that encodes recordings. The proxy of sessions does not admit it: it reaches nothing. */
function encoderOptions(prepared: Prepared, { config, log }: InteractParts): LaunchOptions {
  const hasSandbox = config.browser.sandbox === 'on'
  return { ...prepared, hasSandbox, scriptBytesMax: encoderBytesMax, log }
}

async function prepare({ config, guard, threats, own, log }: InteractParts): Promise<Prepared> {
  const { browser, missing } = await findSessionBrowser(config)
  if (!browser) throw new ServiceError('SERVICE_UNAVAILABLE', unavailable(missing))
  await killOrphans()
  const program = await unpackBrowser(browser)
  const proxies = { basic: config.secrets.proxiesBasic, enhanced: config.secrets.proxiesEnhanced }
  const { admitUrl } = threats
  const parts = { guard, admitUrl, log, proxies }
  const proxy = await startFilteringProxy({ ...parts, admission: 'credentials' })
  await own.add(proxy.host, proxy.port)
  return { program, proxy }
}

const unavailable = (missing: string) =>
  `Browser sessions are not available on this server. ${missing} Run "weir doctor" on it to check again.`

type SessionBrowser =
  | {
      readonly browser: LocalBrowser
      readonly missing?: undefined
      /** Why the memory of boxes is limited by watching only. */
      readonly watched: string | undefined
    }
  | { readonly browser?: undefined; readonly missing: string }

/** The browser for sessions, or what is missing, in one or two sentences that name the setting. */
export async function findSessionBrowser(config: Config): Promise<SessionBrowser> {
  if (config.interact.sessionsMax === 0)
    return { missing: 'They are switched off by WEIR_INTERACT_SESSIONS_MAX=0.' }
  const browser = configuredBrowser(config)
  if (!browser) {
    return { missing: 'No browser is installed, or WEIR_BROWSER_PAGES_MAX is 0.' }
  }
  if (browser.kind === 'remote')
    return { missing: 'They need a browser on this machine; unset WEIR_BROWSER_URL.' }
  const missing = await missingForBoxes()
  if (missing === undefined) return { browser, watched: missingForGroups() }
  return { missing: `${missing} Without boxes for code no program runs.` }
}
