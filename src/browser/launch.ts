import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Log } from '#kernel/log.ts'
import type { ProxyAddress } from '#net/filtering-proxy.ts'
import { browserFolder, type BrowserFolder } from './browser-folder.ts'
import { browserUser } from './browser-user.ts'
import { loadDriver } from './driver.ts'
import { browserFlags } from './flags.ts'
import { orAborted } from './or-aborted.ts'
import { pipeTransport } from './pipe-transport.ts'
import type { BrowserProgram } from './unpack.ts'

/** One Chromium, alive or gone. */
export interface RunningBrowser {
  readonly browser: Browser
  /** Of the first process; absent when the browser runs on another machine. */
  readonly pid: number | undefined
  /** Aborts when it is gone, by our doing or not. */
  readonly gone: AbortSignal
  /** Asks it to leave, waits a moment, then kills whatever is left of it and removes its folder. */
  end(): Promise<void>
  kill(): void
}

export interface LaunchOptions {
  readonly program: BrowserProgram
  readonly proxy: ProxyAddress
  readonly hasSandbox: boolean
  readonly scriptBytesMax: number
  readonly log: Pick<Log, 'error'>
}

const startMsMax = 30_000
const leaveMsMax = 2_000
const complaintCharsMax = 4_000

/** Chromium is gone or was ended; what it was doing can be done again by another one. */
export class BrowserGone extends Error {
  override name = 'BrowserGone'
}

/** Starts Chromium in its sandbox and under its own user. Throws an error with what Chromium said when it does not start. */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const driver = await loadDriver()
  const user = browserUser()
  const folder = await browserFolder(user)
  const { path, env } = options.program
  const child = spawn(path, browserFlags({ ...options, folder: folder.path }), {
    ...user,
    // Its own group, to be killed as one; a Ctrl-C meant for us does not reach it.
    detached: true,
    cwd: folder.path,
    env: { ...env, HOME: folder.path, TMPDIR: folder.path, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const complaints = listen(child.stderr)
  const running = manage(child, folder)
  try {
    const [, , , toBrowser, fromBrowser] = child.stdio as unknown as [
      null,
      null,
      Readable,
      Writable,
      Readable,
    ]
    const failed = (err: unknown) =>
      options.log.error({ err }, 'message of the browser not handled')
    const transport = pipeTransport({ toBrowser, fromBrowser }, { broken: running.kill, failed })
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
    return { ...running, browser: await orAborted(connecting, running.gone) }
  } catch (cause) {
    running.kill()
    throw new Error(`${path} did not start: ${complaints() || String(cause)}`, { cause })
  }
}

/** The processes and the folder of one browser, from start to end. */
function manage(child: ChildProcess, folder: BrowserFolder): Omit<RunningBrowser, 'browser'> {
  const going = new AbortController()
  let removing: Promise<void> | undefined
  const isGone = () => going.signal.aborted

  function kill() {
    killGroup(child.pid)
  }
  function leave() {
    if (isGone()) return
    // What is left of its group must not outlive it.
    kill()
    removing = folder.remove()
    // Whoever ends it hears of a failure.
    removing.catch(() => {})
    going.abort(new BrowserGone('The browser stopped.'))
  }
  child.once('exit', leave)
  child.once('error', leave)

  return {
    pid: child.pid,
    gone: going.signal,
    kill,
    async end() {
      if (!isGone()) {
        child.stdio[3]?.destroy()
        const exited = once(going.signal, 'abort')
        await Promise.race([exited, sleep(leaveMsMax, undefined, { ref: false })])
        kill()
        await exited
      }
      await removing
    },
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // Nobody of the group is left, or, as macOS says it, nobody who could still be ended.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}

/** The last that Chromium said; it talks much, and only matters when it does not start. */
function listen(stream: Readable | null): () => string {
  let text = ''
  stream?.on(
    'data',
    (chunk: Buffer) => (text = `${text}${chunk.toString()}`.slice(-complaintCharsMax)),
  )
  return () => text.trim()
}
