import { createSlots } from '#accounts/create-slots.ts'
import { createConsoleLinks } from '#accounts/console-links.ts'
import { createKeys } from '#accounts/keys.ts'
import { createPeople } from '#accounts/people.ts'
import { createPlans } from '#accounts/plans.ts'
import { createTeams } from '#accounts/teams.ts'
import type { Browsers } from '#browser/browsers.ts'
import { composeLlm } from '#compose-llm.ts'
import { composePageIndex } from '#compose-page-index.ts'
import { composeSafety } from '#compose-safety.ts'
import { composeFetch, composeReaders } from '#compose-pages.ts'
import type { Config } from '#config.ts'
import { findTesseract } from '#documents/ocr/find-tesseract.ts'
import { createCredits } from '#credits/create-credits.ts'
import { createWebhookSecrets } from '#accounts/webhook-secrets.ts'
import { scrapeRequest, type ScrapeRequest } from '#features/scrape/contract.ts'
import { createFinishTerminalPage } from '#features/scrape/finish-terminal-page.ts'
import { createSafeguard, formatsToRead, type Safeguard } from '#features/scrape/safeguard.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import { frameRequest, readFrames } from '#fetch/read-frames.ts'
import { readRendered } from '#fetch/read-rendered.ts'
import { createDerive } from '#formats/derive.ts'
import { formatRecord } from '#formats/registry.ts'
import { contentOptions } from '#formats/content-options.ts'
import { invalidRequest } from '#http/invalid-request.ts'
import { systemClock } from '#kernel/clock.ts'
import { createLog } from '#kernel/create-log.ts'
import { ServiceError } from '#kernel/errors.ts'
import { createGuard } from '#net/guard.ts'
import type { Database } from '#storage/database.ts'
import { migrate } from '#storage/migrate.ts'
export { pendingMigrations } from '#storage/migration-files.ts'
import { backUp } from '#storage/backup.ts'
import { createSecret } from '#storage/secret.ts'
import { startDatabase } from '#storage/start-database.ts'
import { createThreatSettings, readThreatPolicy } from '#threat/settings-store.ts'
import { blocklistFolder, isAddress, listTime, nameOf } from '#threat/blocklists/refresh-lists.ts'

/** The parts of a scrape from the terminal: without accounts, credits and database. */
export async function composeScrape(config: Config) {
  await using building = new AsyncDisposableStack()
  const log = createLog(config.service.logLevel)
  const { fetchPage } = await composeFetch(config, { log }, building)
  const { readContent } = composeReaders(config, building, { threadsMax: 1 })
  const llm = composeLlm(config, { log }, building)
  const safety = composeSafety(config, llm, building)
  const safeguard = createSafeguard({ safety })
  const { model, smallModel } = llm ?? {}
  const derive = createDerive({
    model,
    smallModel,
    withhold: (members, waiter) => safety.withhold(members, waiter),
    service: undefined,
    clock: systemClock,
    log,
  })
  const stack = building.move()
  return {
    fetchPage,
    readContent,
    frameRequest,
    readFrames,
    readRendered,
    readRequest: createReadRequest(config, safeguard),
    finishPage: createFinishTerminalPage({ derive, safeguard }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Validates the body of a scrape as `POST /v2/scrape` does. */
function createReadRequest(config: Config, safeguard: Pick<Safeguard, 'assertAvailable'>) {
  const schema = scrapeRequest({ allowedHosts: config.net.allowedPrivateHosts })
  return function readRequest(body: object) {
    const { error, data: request } = schema.safeParse(body)
    if (error) throw invalidRequest(error)
    checkJsonSchemas(request.formats)
    refuseServiceFormats(request)
    safeguard.assertAvailable(request)
    const screenshot = request.formats.find((format) => format.type === 'screenshot')
    const branding = request.formats.some(({ type }) => type === 'branding')
    const options = contentOptions(request)
    const content = {
      ...options,
      formats: [...options.formats, ...formatsToRead(request)],
      wantsExamined: request.checkPromptInjection,
    }
    return { request, content, rendering: { screenshot, branding } }
  }
}

function refuseServiceFormats({ formats }: ScrapeRequest): void {
  const refused = formats.find(({ type }) => formatRecord(type).needsService)
  if (!refused) return
  const message = `The format ${refused.type} needs a running service: use the API.`
  throw new ServiceError('NOT_IMPLEMENTED', message)
}

export { llmUrlOf, probeConfiguredModel } from '#compose-llm.ts'

/** The browsers, to check whether they start. */
export async function openBrowsers(config: Config): Promise<Browsers> {
  await using building = new AsyncDisposableStack()
  const { browsers } = await composeFetch(config, { log: createLog('silent') }, building)
  const stack = building.move()
  return { ...browsers, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The parts that read one file from the terminal. */
export function composeParse(config: Config) {
  const stack = new AsyncDisposableStack()
  const { readDocument } = composeReaders(config, stack)
  return { readDocument, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

export { probeSafetyServices } from '#compose-safety.ts'
export { mediaPrograms } from '#compose-pages.ts'

/** The configured blocklists: name, whether they are downloaded, and when the file or its copy was written. */
export function listTimes({ threat, storage }: Config) {
  const folder = blocklistFolder(storage.dataDir)
  return Promise.all(
    threat.lists.map(async (source) => ({
      name: nameOf(source),
      isDownloaded: isAddress(source),
      at: await listTime(source, folder),
    })),
  )
}

/** The program that reads pictures; undefined when there is none and the one among the packages does. */
export const pictureReader = (config: Config) => findTesseract(config.content.tesseractPath)

/** The database without migration; an embedded one is joined or started. */
export async function openDatabase(config: Config, signal?: AbortSignal): Promise<Database> {
  return startDatabase({
    databaseUrl: config.secrets.databaseUrl,
    dataDir: config.storage.dataDir,
    pgBin: config.storage.pgBin,
    log: createLog('silent'),
    signal,
  })
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>

/** Management of teams, keys, plans and credits for the operator. */
export async function openAccounts(config: Config, signal: AbortSignal) {
  await using opening = new AsyncDisposableStack()
  const database = opening.use(await openDatabase(config, signal))
  await migrate(database)
  // Without a guard of the service: only the server that the operator has configured is called.
  const guard = createGuard({ allowedHosts: [] })
  const pageIndex = composePageIndex(config, { database, clock: systemClock, guard }, opening)
  const resources = opening.move()
  const { dataDir } = config.storage
  const deriveKey = createSecret({ configured: config.secrets.masterSecret, dataDir })
  return {
    teams: createTeams({ database }),
    keys: createKeys({ database }),
    people: createPeople({ database, clock: systemClock }),
    consoleLinks: createConsoleLinks({ database, clock: systemClock }),
    plans: createPlans({ database }),
    threatSettings: createThreatSettings({ database, clock: systemClock }),
    readThreatPolicy,
    credits: createCredits({ database }),
    slots: createSlots({ database }),
    pageIndex: {
      /** Removes pages from the search index of a team: those of a host and its subdomains, or all. */
      forget: (teamId: string, host: string | undefined) =>
        pageIndex.deletePages(
          teamId,
          host === undefined ? { kind: 'all' } : { kind: 'host', host },
        ),
    },
    webhookSecrets: createWebhookSecrets({ database, deriveKey }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** Copies the data folder with its database, with or without a running service. */
export async function backUpDataFolder(
  config: Config,
  { to, signal }: { readonly to: string; readonly signal: AbortSignal },
): Promise<void> {
  if (config.secrets.databaseUrl !== undefined) {
    throw new Error(
      'DATABASE_URL is set, so the database is not in the data folder. Back it up with pg_dump, then copy the data folder.',
    )
  }
  await using database = await openDatabase(config, signal)
  await backUp(database, { dataDir: config.storage.dataDir, to })
}
