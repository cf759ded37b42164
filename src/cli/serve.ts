import { once } from 'node:events'
import { Option, type Command } from 'commander'
import { readConfig, unknownSettings, type Config } from '#config.ts'
import { createLog } from '#kernel/create-log.ts'
import type { Log } from '#kernel/log.ts'
import { createFaultScopes } from '#kernel/fault-scopes.ts'
import { checkBrowserAtStart } from './check-browser-at-start.ts'
import { saveSecret } from './save-secret.ts'
import { endLeftDatabase, startService } from './start-service.ts'
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
  if (supervisor?.task === 'end database') return endLeftDatabase(config)
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
  const seams = { signal: ending, log, faultScopes, restarts: supervisor?.restarts ?? {} }
  await using service = await startService(config, seams)
  terminal.hurried.addEventListener('abort', () => service.hurry(), { once: true })
  noteUnasked(config, service.searchProviders, terminal)
  const url = await service.listen()
  watchdog?.started()
  const search = service.searchProviders.join(', ') || 'only pages that were scraped'
  const browser = service.browsers.describe()
  printStart({ ...service, url, firstKey: service.firstKey(), browser, search }, config, terminal)
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

/** Prints the start message with the first key on a terminal; otherwise logs an event without the key. */
function printStart(
  { url, firstKey: key, setUpCode, browser, search, log }: Started,
  config: Config,
  terminal: Terminal,
): void {
  if (terminal.isPerson)
    return terminal.out(welcome({ url, key, setUpCode, browser, search, config }, terminal))
  const facts = {
    url,
    documentation: `${url}/docs`,
    dataFolder: config.storage.dataDir,
    browser,
    search,
  }
  log.info(facts, 'listening')
  const { dataDir } = config.storage
  if (setUpCode !== undefined) {
    const file = saveSecret(dataDir, 'console-set-up-code', setUpCode)
    terminal.note(`The code that sets up the console is in ${file}. It changes with each start.`)
  }
  if (key === undefined) return
  const file = saveSecret(dataDir, 'first-api-key', key)
  terminal.note(`The first API key is in ${file}. Read it there, then delete the file.`)
}
