import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launch, whenStarted, type Launched } from '#kernel/launcher/launch.ts'
import type { Log } from '#kernel/log.ts'
import { readExtraAuthorities } from '#net/extra-authorities.ts'
import type { ProxyAddress } from '#net/filtering-proxy.ts'
import { browserFolder, type BrowserFolder } from './browser-folder.ts'
import { browserUser } from './browser-user.ts'
import { loadDriver } from './driver.ts'
import { browserFlags, hasWindows } from './flags.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import { withPageContexts } from './page-contexts.ts'
import { pipeTransport } from './pipe-transport.ts'
import { trustAuthorities } from './trust-authorities.ts'
import { withTargetLanguages, type TargetLanguages } from './target-languages.ts'
import type { BrowserProgram } from './unpack.ts'

/** A running or ended Chromium. */
export interface RunningBrowser {
  readonly browser: Browser
  /** Id of the main process; absent for a remote browser. */
  readonly pid: number | undefined
  /** Opens windows, and needs no emulation to look like a desktop browser. */
  readonly hasWindows?: boolean
  /** Languages of workers and frames; absent for a remote browser. */
  readonly targetLanguages?: Pick<TargetLanguages, 'set'>
  /** Aborts when the browser has ended for any reason. */
  readonly gone: AbortSignal
  /** Asks the browser to end, waits a moment, then kills its processes and deletes its folder. */
  end(): Promise<void>
  kill(): void
}

export interface LaunchOptions {
  readonly program: BrowserProgram
  readonly proxy: ProxyAddress
  readonly hasSandbox: boolean
  readonly isLikeWindow?: boolean
  readonly scriptBytesMax: number
  /** Certificates to trust beside those of the browser, as PEM; default: those that Node trusts. */
  readonly authorities?: readonly string[]
  readonly log: Pick<Log, 'error'>
}

const startMsMax = 30_000
const leaveMsMax = 2_000
const complaintCharsMax = 4_000
/** Its first byte lets the browser start: then everything that it writes is read here. */
const startFd = 5

/** Chromium has ended; the work can be repeated on another one. */
export class BrowserGoneError extends Error {
  override name = 'BrowserGoneError'
}

/** Starts Chromium in its sandbox and with its own user. If it does not start, throws an error with its output. */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const driver = await loadDriver()
  const user = browserUser()
  const folder = await browserFolder(user)
  const { authorities = readExtraAuthorities() } = options
  await trustAuthorities({ home: folder.path, user, authorities })
  const { path, env } = options.program
  const [command = '', ...args] = whenStarted(startFd, [
    path,
    ...browserFlags({ ...options, folder: folder.path }),
  ])
  // In its own process group, to be killed as a whole; Ctrl-C of the service does not reach it.
  const launched = await launch({
    command,
    args,
    user,
    cwd: folder.path,
    env: { ...env, HOME: folder.path, TMPDIR: folder.path, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  }).catch(async (cause: unknown) => {
    await folder.remove()
    throw new Error(`${path} did not start: ${String(cause)}`, { cause })
  })
  const [, , stderr, toBrowser, fromBrowser, start] = launched.stdio
  const complaints = listen(stderr)
  const running = manage(launched, folder)
  start?.on('error', () => {}).end('\n')
  try {
    if (!toBrowser || !fromBrowser) throw new Error('The browser has no pipes.')
    const failed = (err: unknown) => options.log.error({ err }, 'browser message not handled')
    const pipe = pipeTransport({ toBrowser, fromBrowser }, { broken: running.kill, failed })
    const pages = options.isLikeWindow === true ? withPageContexts(pipe, { failed }) : pipe
    const targetLanguages = withTargetLanguages(pages, { failed })
    const { transport } = targetLanguages
    const connecting = driver.connectOverCDP(transport, {
      isLocal: true,
      artifactsDir: folder.path,
      timeout: startMsMax,
    })
    running.gone.addEventListener('abort', () => {
      try {
        transport.onclose?.()
      } catch (thrown) {
        failed(thrown)
      }
    })
    const browser = await orAborted(connecting, running.gone)
    const opensWindows = hasWindows && options.isLikeWindow === true
    return { ...running, browser, hasWindows: opensWindows, targetLanguages }
  } catch (cause) {
    running.kill()
    throw new Error(`${path} did not start: ${complaints() || String(cause)}`, { cause })
  }
}

/** Manages the processes and the folder of one browser. */
function manage(
  { pid, stdio, ended, kill }: Launched,
  folder: BrowserFolder,
): Omit<RunningBrowser, 'browser'> {
  const going = new AbortController()
  let removing: Promise<void> | undefined
  const isGone = () => going.signal.aborted

  function leave() {
    if (isGone()) return
    // Remaining processes of the group must not outlive it.
    kill()
    removing = folder.remove()
    // The caller of `end` gets the error.
    removing.catch(() => {})
    going.abort(new BrowserGoneError('The browser stopped.'))
  }
  void ended.then(leave)

  return {
    pid,
    gone: going.signal,
    kill,
    async end() {
      if (!isGone()) {
        stdio[3]?.destroy()
        const exited = once(going.signal, 'abort')
        await Promise.race([exited, sleep(leaveMsMax, undefined, { ref: false })])
        kill()
        await exited
      }
      await removing
    },
  }
}

/** Keeps the last output of Chromium, for the error if it does not start. */
function listen(stream: Readable | undefined): () => string {
  let text = ''
  stream?.on(
    'data',
    (chunk: Buffer) => (text = `${text}${chunk.toString()}`.slice(-complaintCharsMax)),
  )
  return () => text.trim()
}
