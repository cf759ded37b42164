import { dirname } from 'node:path'
import { browserFlags } from '#browser/flags.ts'
import type { BrowserProgram } from '#browser/unpack.ts'
import type { ScreenSubject } from '#kernel/caller.ts'
import type { FilteringProxy } from '#net/filtering-proxy.ts'
import type { Bind } from './box/box-arguments.ts'
import type { Space } from './box/space.ts'
import { startBox, type BoxEnd } from './box/start-box.ts'
import { createRelay, type Relay } from './relay/relay.ts'
import type { ReadLong } from './relay/relay-state.ts'
import type { Traffic } from './relay/traffic.ts'

/** Size of the pages of a session, in CSS pixels. */
export const sessionViewport = { width: 1_280, height: 720 } as const

/** Chromium in a box, which only the relay can command. */
export interface BoxedBrowser {
  readonly relay: Relay
  /** Id of the outermost process. */
  readonly pid: number
  /** Resolves when the browser has ended for any reason, with its box. */
  readonly ended: Promise<BoxEnd>
  readonly kill: () => void
}

export interface BoxedBrowserOptions {
  readonly program: BrowserProgram
  readonly proxy: Pick<FilteringProxy, 'serveOn'>
  readonly onBehalfOf: ScreenSubject
  /** The proxies that its connections use; the basic ones when absent. */
  readonly route?: { readonly pool: 'basic' | 'enhanced'; readonly country?: string | undefined }
  /** Has the folder of the profile, `/data` in the box, and the one that is shared with programs, `/session` in both boxes. */
  readonly space: Space
  readonly scriptBytesMax: number
  /** What passes between its clients and the browser, below that of the team; its own limits when absent. */
  readonly traffic?: Traffic
  /** Reads long commands in a thread; they are read here when absent. */
  readonly readLong?: ReadLong
  /** For acceptance checks that measure the box alone. */
  readonly judges?: boolean
}

const mebibyte = 1_024 ** 2
const proxyPort = 3_128
const receivedBytesMax = 4 * 1_024 * mebibyte
const temporary = { bytesMax: 256 * mebibyte, entriesMax: 20_000 }
const shared = { bytesMax: 512 * mebibyte, entriesMax: 20_000 }
const memoryBytesMax = 2_048 * mebibyte
const processesMax = 4_096

/** Starts Chromium with its own sandbox in a box whose only network access is the filtering proxy. Fails with its output. */
export async function startBoxedBrowser(options: BoxedBrowserOptions): Promise<BoxedBrowser> {
  const { program, proxy, onBehalfOf, space, scriptBytesMax } = options
  const address = {
    url: `http://127.0.0.1:${proxyPort}`,
    host: '127.0.0.1',
    domain: 'proxy.invalid',
  }
  const flags = browserFlags({
    folder: '/data',
    proxy: address,
    hasSandbox: true,
    scriptBytesMax,
  })
  const box = await startBox({
    space,
    temporary,
    shared,
    limits: { memoryBytesMax, processesMax, isOfProgram: false },
    command: [
      program.path,
      ...flags,
      `--window-size=${sessionViewport.width},${sessionViewport.height}`,
    ],
    readable: listFiles(program),
    writable: [
      { from: space.data, to: '/data' },
      { from: space.session, to: '/session' },
    ],
    env: { ...program.env, HOME: '/data', TMPDIR: '/tmp', PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    port: proxyPort,
  })
  try {
    const network = proxy.serveOn(await box.listener, {
      ...onBehalfOf,
      ...(options.route ?? { pool: 'basic' }),
      bytesMax: receivedBytesMax,
    })
    const [, , , toBrowser, fromBrowser] = box.stdio
    if (!toBrowser || !fromBrowser) throw new Error('The box has no pipes.')
    const relay = createRelay({
      toBrowser,
      fromBrowser,
      onBroken: box.kill,
      ...(options.judges !== undefined && { judges: options.judges }),
      ...(options.traffic && { traffic: options.traffic }),
      readLong: options.readLong,
    })
    const ended = box.ended.then((end) => {
      network[Symbol.dispose]()
      return end
    })
    return { relay, pid: box.pid, ended, kill: box.kill }
  } catch (thrown) {
    box.kill()
    throw thrown
  }
}

/** Fonts of the system, and a program that is not below /usr. */
function listFiles({ path }: BrowserProgram): Bind[] {
  const folders = ['/etc/fonts', ...(path.startsWith('/usr/') ? [] : [dirname(path)])]
  return folders.map((folder) => ({ from: folder, to: folder }))
}
