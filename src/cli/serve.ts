import { once } from 'node:events'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { readConfig, unknownSettings, type Config } from '#config.ts'
import { createLog } from '#kernel/create-log.ts'
import type { Log } from '#kernel/log.ts'
import { createFaultScopes } from '#kernel/fault-scopes.ts'
import { checkBrowserAtStart } from './check-browser-at-start.ts'
import { firstKeyFile, keepSecret, setUpCodeFile } from './keep-secret.ts'
import { startReturningMemory } from './return-memory.ts'
import { endDatabase, startService } from './start-service.ts'
import type { Terminal } from './terminal.ts'
import { watchFaults } from './watch-faults.ts'
import { startWatchdog } from './watchdog/start-watchdog.ts'
import { takeSupervisor } from './watchdog/supervisor.ts'
import { welcome } from './welcome.ts'

interface Flags {
  readonly host?: string
  readonly port?: string
  readonly role?: string
  readonly dataDir?: string
}

/** `weir serve`: runs the service until it is asked to stop; running requests are finished first. */
export function declareServe(command: Command, terminal: Terminal): void {
  command
    .option('--host <address>', 'address to listen on (WEIR_HOST)')
    .option('--port <number>', 'port to listen on (WEIR_PORT)')
    .option('--data-dir <folder>', 'data folder (WEIR_DATA_DIR)')
    .addOption(
      new Option('--role <role>', 'what this process does (WEIR_ROLE)').choices([
        'all',
        'api',
        'worker',
        'interact',
      ]),
    )
    .action((flags: Flags) => serve(flags, terminal))
}

async function serve(flags: Flags, terminal: Terminal): Promise<void> {
  const supervisor = takeSupervisor(terminal.env)
  const config = readConfig(terminal.env, {
    WEIR_HOST: flags.host,
    WEIR_PORT: flags.port,
    WEIR_DATA_DIR: flags.dataDir,
    WEIR_ROLE: flags.role,
  })
  if (supervisor?.task === 'end database') return endDatabase(config)
  for (const { name, nearest } of unknownSettings(terminal.env)) {
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
    terminal.note(terminal.paint.yellow(`${name} is not a setting of Weir.${meant}`))
  }
  const log = createLog(config.service.logLevel)
  const faultScopes = createFaultScopes()
  using faults = watchFaults(faultScopes, log)
  const ending = AbortSignal.any([terminal.interrupted, faults.fatal])
  const watched = { config, env: terminal.env, log }
  await using watchdog = supervisor && (await startWatchdog(supervisor, watched))
  const { dataDir } = config.storage
  const keepFirstKey = (key: string) => void keepSecret(dataDir, firstKeyFile, key)
  const restarts = supervisor?.restarts ?? {}
  const seams = { signal: ending, log, faultScopes, restarts, keepFirstKey }
  await using service = await startService(config, seams)
  terminal.hurried.addEventListener('abort', () => service.hurry(), { once: true })
  noteUnasked(config, service.searchProviders, terminal)
  const url = onThisMachine(await service.listen())
  watchdog?.started()
  const search = service.searchProviders.join(', ') || 'only pages that were scraped'
  const browser = service.browsers.describe()
  printStart({ ...service, url, firstKey: service.firstKey(), browser, search }, config, terminal)
  using memory = startReturningMemory()
  void memory
  if (service.browsers.isAvailable) void checkBrowserAtStart(service.log, terminal.interrupted)
  if (!ending.aborted) await once(ending, 'abort')
  if (faults.fatal.aborted) {
    await service.blame()
    throw new Error('The service has ended because of an error. See the log.')
  }
  terminal.note('Stopping after running requests have finished. Press Ctrl-C again to cancel them.')
}

/** Prints which search providers of the settings are not asked. */
function noteUnasked({ search }: Config, asked: readonly string[], terminal: Terminal): void {
  if (search.mode === 'local') return
  const unasked = search.providers.filter((name) => !asked.includes(name))
  if (unasked.length === 0) return
  const names = unasked.join(', ')
  const text = `WEIR_SEARCH_PROVIDERS: not asked, because the name is unknown or the address or key is not set: ${names}.`
  terminal.note(terminal.paint.yellow(text))
}

interface Started {
  readonly url: string
  readonly firstKey: string | undefined
  readonly setUpCode: string | undefined
  readonly browser: string
  readonly search: string
  readonly log: Log
}

/** A browser on this machine cannot open the address that means all addresses. */
const onThisMachine = (url: string) =>
  url.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:')

/** Prints the start message with the first key on a terminal; otherwise logs an event without the key. */
function printStart(
  { url, firstKey: key, setUpCode, browser, search, log }: Started,
  config: Config,
  terminal: Terminal,
): void {
  const { dataDir } = config.storage
  const base = config.http.publicUrl ?? url
  // `weir open` reads it.
  const codeFile = keepSecret(dataDir, setUpCodeFile, setUpCode)
  if (terminal.isPerson) {
    terminal.out(welcome({ url: base, key, setUpCode, browser, search, config }, terminal))
    if (key !== undefined) keepSecret(dataDir, firstKeyFile, undefined)
    return
  }
  const facts = {
    url,
    documentation: `${url}/docs`,
    dataFolder: config.storage.dataDir,
    browser,
    search,
  }
  log.info(facts, 'listening')
  if (setUpCode !== undefined)
    terminal.note(
      `"weir open" prints the link that sets up the console. The code in it is in ${codeFile}.`,
    )
  if (key === undefined) return
  const file = resolve(dataDir, firstKeyFile)
  terminal.note(`The first API key is in ${file}. Read it there, then delete the file.`)
}
