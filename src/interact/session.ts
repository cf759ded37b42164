import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import { browserFolder, type BrowserFolder } from '#browser/browser-folder.ts'
import type { FetchedUrl } from '#kernel/fetch-activity.ts'
import { browserUser } from '#browser/browser-user.ts'
import { isWithin, memoryOf } from './box/usage.ts'
import { startBoxedBrowser, type BoxedBrowser, type BoxedBrowserOptions } from './boxed-browser.ts'
import { createWorkQueue } from './work-queue.ts'
import { drivePage, type DrivenPage } from './drive.ts'
import { execute, folderLimits, type Execution, type Program } from './execute.ts'
import { createDevToolsServer, serveClient } from './relay/dev-tools-server.ts'
import { downloadsFolder } from './relay/judge.ts'
import type { Relay } from './relay/relay.ts'
import { createCast, type Cast } from './view/cast.ts'
import { watchVisits } from './watch-visits.ts'

/** A browser of a tenant, in which the tenant's programs run. */
export interface BrowserSession {
  /** Aborts when the browser has ended for any reason; its reason says why. */
  readonly gone: AbortSignal
  /** Programs that run or wait. */
  readonly programs: number
  /** Pictures of its pages, and input for them. */
  readonly cast: Cast
  /** Runs programs one after another. */
  execute(program: Program): Promise<Execution>
  /** Runs other work like a program: after those that wait already. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
  /** Work to do when the session ends by `end`, before its browser is ended. */
  beforeEnd(work: () => Promise<void>): void
  /** Connects a client of the DevTools protocol. */
  connect(socket: WebSocket, wire: Readable): void
  /** Connects this process as a client; several can be connected, and each is to be disposed. */
  drive(): Promise<DrivenPage>
  /** Calls the listener for each page that is requested from now on. */
  watchVisits(onVisit: (visit: FetchedUrl) => void): Promise<void>
  /** Ends the browser and its programs, and deletes its files. */
  end(): Promise<void>
}

export type SessionOptions = Omit<BoxedBrowserOptions, 'dataFolder' | 'sharedFolder'>

const mebibyte = 1_024 ** 2
const browserMemoryMax = 2_048 * mebibyte
const dataLimits = { bytesMax: 512 * mebibyte, entriesMax: 50_000 }
const watchEveryMs = 1_000

/** Starts a browser with one empty page. Fails with the output of what did not start. */
export async function startSession(options: SessionOptions): Promise<BrowserSession> {
  const folder = await sessionFolder()
  try {
    const browser = await startBoxedBrowser({
      ...options,
      dataFolder: folder.data,
      sharedFolder: folder.shared,
    })
    return await openSession(browser, folder)
  } catch (thrown) {
    await folder.remove()
    throw thrown
  }
}

interface SessionFolder extends BrowserFolder {
  readonly data: string
  readonly shared: string
}

/** Two folders that the boxes see, below one that they do not see. */
async function sessionFolder(): Promise<SessionFolder> {
  const user = browserUser()
  const folder = await browserFolder(user)
  const data = join(folder.path, 'data')
  const shared = join(folder.path, 'session')
  for (const path of [data, shared, join(shared, 'downloads')]) {
    await mkdir(path, { mode: 0o700 })
    if (user) await chown(path, user.uid, user.gid)
  }
  return { ...folder, data, shared }
}

async function openSession(browser: BoxedBrowser, folder: SessionFolder): Promise<BrowserSession> {
  const { relay } = browser
  const going = new AbortController()
  const queue = createWorkQueue()
  const endings: (() => Promise<void>)[] = []
  async function removeAtEnd(): Promise<void> {
    await browser.ended
    going.abort(new Error('The browser stopped.'))
    clearInterval(watch)
    await queue.idle()
    await folder.remove()
  }
  const removed = removeAtEnd()
  removed.catch(() => {})
  const kill = (why: string) => {
    going.abort(new Error(why))
    browser.kill()
  }
  // While a program runs, its own watch covers the shared folder, and ends only the program.
  const watched = () => (queue.length > 0 ? [folder.data] : [folder.data, folder.shared])
  const watch = setInterval(() => void killExcess(browser, watched(), kill), watchEveryMs)
  try {
    await openPage(relay)
  } catch (thrown) {
    kill('It did not start.')
    await removed
    throw thrown
  }

  async function run(program: Program): Promise<Execution> {
    const { signal } = going
    signal.throwIfAborted()
    const devTools = createDevToolsServer(relay)
    const options = { folder: folder.shared, devTools, pageId: relay.pageId, signal }
    const execution = await execute(program, options)
    if (!(await isWithin(folder.shared, folderLimits))) await clearFolder(folder.shared)
    return execution
  }

  return {
    gone: going.signal,
    cast: createCast(relay),
    get programs() {
      return queue.length
    },
    execute: (program) => queue.run(() => run(program)),
    inTurn: (work) => queue.run(work),
    beforeEnd: (work) => void endings.push(work),
    connect: (socket, wire) => serveClient(socket, wire, relay),
    drive: () => drivePage(relay, going.signal),
    watchVisits: (onVisit) => watchVisits(relay, onVisit),
    async end() {
      try {
        if (!going.signal.aborted) await Promise.all(endings.map((work) => work()))
      } finally {
        kill('The session ended.')
        await removed
      }
    },
  }
}

async function openPage({ ask }: Relay): Promise<void> {
  const downloadPath = downloadsFolder
  await ask('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath })
  await ask('Target.createTarget', { url: 'about:blank' })
}

/** Deletes everything in the folder, as its own user: nothing there is followed or opened with the rights of the service. */
async function clearFolder(path: string): Promise<void> {
  const script = 'chmod -R u+rwX "$0"; find "$0" -mindepth 1 -delete; mkdir -p "$0/downloads"'
  const child = spawn('/bin/sh', ['-c', script, path], { ...browserUser(), stdio: 'ignore' })
  await once(child, 'exit')
}

async function killExcess(
  browser: BoxedBrowser,
  folders: readonly string[],
  kill: (why: string) => void,
): Promise<void> {
  const excess = await excessOf(browser, folders)
  if (excess !== undefined) kill(excess)
}

/** Says which limit a browser exceeds, if any. */
async function excessOf(
  { pid }: BoxedBrowser,
  folders: readonly string[],
): Promise<string | undefined> {
  if (memoryOf(pid ?? 0) > browserMemoryMax) return 'The browser took more than 2 GiB of memory.'
  const areSmall = await Promise.all(folders.map((path) => isWithin(path, dataLimits)))
  return areSmall.every(Boolean) ? undefined : 'The browser wrote more files than it may have.'
}
