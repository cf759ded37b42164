import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { FetchedUrl } from '#kernel/fetch-activity.ts'
import { openSpace, type Space } from './box/space.ts'
import { startBoxedBrowser, type BoxedBrowser, type BoxedBrowserOptions } from './boxed-browser.ts'
import { createWorkQueue } from './work-queue.ts'
import { drivePage, type DrivenPage } from './drive.ts'
import { execute, type Execution, type Program } from './execute.ts'
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

export type SessionOptions = Omit<BoxedBrowserOptions, 'space'>

/** Starts a browser with one empty page. Fails with the output of what did not start. */
export async function startSession(options: SessionOptions): Promise<BrowserSession> {
  const space = await openSpace()
  try {
    return await openSession(await startBoxedBrowser({ ...options, space }), space)
  } catch (thrown) {
    await space[Symbol.asyncDispose]()
    throw thrown
  }
}

const tooMuch = 'The browser took more than 2 GiB of memory.'

async function openSession(browser: BoxedBrowser, space: Space): Promise<BrowserSession> {
  const { relay } = browser
  const going = new AbortController()
  const queue = createWorkQueue()
  const endings: (() => Promise<void>)[] = []
  async function removeAtEnd(): Promise<void> {
    const { tookTooMuch } = await browser.ended
    going.abort(new Error(tookTooMuch ? tooMuch : 'The browser stopped.'))
    await queue.idle()
    await space[Symbol.asyncDispose]()
  }
  const removed = removeAtEnd()
  removed.catch(() => {})
  const kill = (why: string) => {
    going.abort(new Error(why))
    browser.kill()
  }
  void space.ended.then(() => kill('Its files are gone.'))
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
    return execute(program, { space, devTools, pageId: relay.pageId, signal })
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
