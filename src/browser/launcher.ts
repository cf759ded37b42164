import type { FilteringProxy } from '#net/filtering-proxy.ts'
import type { Log } from '#kernel/log.ts'
import { killOrphans } from './browser-folder.ts'
import { browserUser } from './browser-user.ts'
import { connectBrowser } from './connect.ts'
import type { FoundBrowser, LocalBrowser } from './find-browser.ts'
import { launchBrowser, type RunningBrowser } from './launch.ts'
import { selfTest } from './self-test.ts'
import { unpackBrowser, type BrowserProgram } from './unpack.ts'

export interface LauncherOptions {
  readonly found: FoundBrowser | undefined
  /** Used if the found browser does not work. */
  readonly fallback?: LocalBrowser | undefined
  readonly proxy: FilteringProxy
  readonly hasSandbox: boolean
  /** Behaves as with a window; the fallback does not, because only a full browser can. */
  readonly isLikeWindow?: boolean
  readonly pageBytesMax: number
  readonly log: Log
}

/** There is no browser, or it does not work; the message has its output. */
export class NoBrowserError extends Error {
  override name = 'NoBrowserError'
}

export interface Launcher {
  /**
   * Starts the browser, or connects to it. The first one of the process must load a test page; if it fails, the fallback is used from then on.
   * Fails with `NoBrowserError`.
   */
  launch(): Promise<RunningBrowser>
  /** One line: browser, version once it has run, and sandbox. */
  describe(version?: string): string
  /** Why the fallback is used, if it is. */
  readonly complaint: string | undefined
}

/** The kinds of browsers that have shown the test page in this process. */
const tried = new Set<string>()

export function createLauncher(options: LauncherOptions): Launcher {
  const { proxy, log, fallback } = options
  let taken = options.found
  let complaint: string | undefined
  let connections = 0
  let program: Promise<BrowserProgram> | undefined

  async function start(found: FoundBrowser): Promise<RunningBrowser> {
    if (found.kind === 'remote') return connectInTurn(found.urls)
    program ??= prepare(found)
    const { hasSandbox, pageBytesMax: scriptBytesMax } = options
    const isLikeWindow = options.isLikeWindow === true && found !== fallback
    const launch = { proxy, hasSandbox, isLikeWindow, scriptBytesMax, log }
    return launchBrowser({ program: await program, ...launch })
  }

  /** Begins with the one that comes next, and takes the first that responds. */
  async function connectInTurn(urls: readonly string[]): Promise<RunningBrowser> {
    const first = connections++ % urls.length
    const failures: unknown[] = []
    for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
      try {
        return await connectBrowser(url)
      } catch (err) {
        log.warn({ err, host: new URL(url).host }, 'remote browser does not respond')
        failures.push(err)
      }
    }
    throw failures[0]
  }

  async function startTried(found: FoundBrowser | undefined): Promise<RunningBrowser> {
    try {
      if (!found) throw new Error('There is no browser.')
      const running = await start(found)
      const kind = JSON.stringify([found, options.isLikeWindow === true, options.hasSandbox])
      if (!tried.has(kind))
        await selfTest(running, proxy).catch((cause: unknown) => giveUp(running, cause))
      tried.add(kind)
      return running
    } catch (cause) {
      program = undefined
      throw new NoBrowserError(cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }

  return {
    async launch() {
      try {
        return await startTried(taken)
      } catch (err) {
        if (!(err instanceof NoBrowserError) || !fallback || taken === fallback) throw err
        log.warn({ err, instead: fallback.source }, 'browser does not work, fallback used')
        complaint = err.message
        taken = fallback
        return await startTried(taken)
      }
    },
    describe: (version) => describeBrowser({ ...options, found: taken }, version),
    get complaint() {
      return complaint
    },
  }
}

async function giveUp(running: RunningBrowser, cause: unknown): Promise<never> {
  await running.end()
  throw cause
}

/** At first use, ends the browsers of killed processes. */
async function prepare(local: LocalBrowser): Promise<BrowserProgram> {
  await killOrphans()
  return unpackBrowser(local)
}

function describeBrowser(
  { found, hasSandbox }: Pick<LauncherOptions, 'found' | 'hasSandbox'>,
  version: string | undefined,
): string {
  if (!found) return 'none: pages are taken as they come, without their scripts'
  const name = version === undefined ? 'Chromium' : `Chromium ${version}`
  if (found.kind === 'remote')
    return `${name}, remote at ${found.urls.map((url) => new URL(url).host).join(', ')}`
  const where = found.kind === 'packed' ? found.source : `${found.source}, ${found.path}`
  const user = browserUser()
  const runner = user === undefined ? '' : `, as user ${user.uid}`
  return `${name} ${where}, sandbox ${hasSandbox ? 'on' : 'off'}${runner}`
}
