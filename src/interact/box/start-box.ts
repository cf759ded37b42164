import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { join } from 'node:path'
import { browserUser } from '#browser/browser-user.ts'
import { launch, whenStarted, type Launched } from '#kernel/launcher/launch.ts'
import type { Connection } from '#kernel/launcher/launcher-process.ts'
import { boxArguments, bwrapPath, type Bind, type BoxContents } from './box-arguments.ts'
import { limitBox, type BoxLimits } from './limit-box.ts'
import type { FileSystem, Space } from './space.ts'

export interface BoxOptions extends Omit<BoxContents, 'uid' | 'memory'> {
  /** The session of the box; without it, the box has the user of the browser and folders of the machine. */
  readonly space?: Space
  readonly limits: BoxLimits
  /** Its /tmp and /dev/shm. */
  readonly temporary: FileSystem
  readonly shared: FileSystem
  /** Program of the box and its arguments. */
  readonly command: readonly string[]
  /** Descriptors of the program from 0 on. */
  readonly stdio: readonly Exclude<Connection, 'ipc'>[]
  /** Port of loopback inside the box whose listening socket is handed to the service. */
  readonly port: number
}

export interface BoxEnd {
  /** The exit code, or 128 and the number of the signal. */
  readonly code: number
  /** Whether it was ended because it took more memory than it may. */
  readonly tookTooMuch: boolean
}

/** A started box. */
export interface Box {
  /** Of its outermost process. */
  readonly pid: number
  /** By the descriptors of its program. */
  readonly stdio: readonly (Socket | undefined)[]
  readonly ended: Promise<BoxEnd>
  /** Ends every process of the box. */
  readonly kill: () => void
  /** The listening socket; it arrives before the program of the box starts. Fails if the box does not start. */
  readonly listener: Promise<Server>
}

const ownFolder = join(import.meta.dirname, '../in-box')

/** Files that every box needs. */
const basics: readonly Bind[] = [
  { from: process.execPath, to: '/tools/node' },
  { from: join(ownFolder, 'listen.mjs'), to: '/tools/listen.mjs' },
]

/** A file of the folder `in-box`, as the box sees it. */
export const tool = (name: string): Bind => ({ from: join(ownFolder, name), to: `/tools/${name}` })

const startMsMax = 15_000
const complaintCharsMax = 2_000

/** Starts a box, in a process group of its own. Its program starts once the socket is handed over. Fails without a process for it. */
export async function startBox(options: BoxOptions): Promise<Box> {
  const { command, stdio, port, space, limits, temporary, shared } = options
  const user = space ? space.user : browserUser()
  const channel = stdio.length
  const startFd = channel + 1
  const filesBytesMax = temporary.bytesMax + shared.bytesMax + (space?.bytesMax ?? 0)
  const contents: BoxContents = {
    ...options,
    uid: user?.uid ?? process.getuid?.() ?? 0,
    readable: [...basics, ...options.readable],
    writable: [...options.writable, ...listFileSystems(space)],
    ...(!space && {
      memory: { temporaryBytesMax: temporary.bytesMax, sharedBytesMax: shared.bytesMax },
    }),
    env: {
      ...options.env,
      NODE_CHANNEL_FD: String(channel),
      NODE_CHANNEL_SERIALIZATION_MODE: 'json',
    },
  }
  const starting = ['/bin/sh', '-c', starter(port, channel), 'sh', ...command]
  const box = [bwrapPath, ...boxArguments(contents), ...starting]
  const [program = '', ...args] =
    space?.enter({ temporary, shared, startFd }) ?? whenStarted(startFd)
  const launched = await launch({
    command: program,
    args: [...args, ...box],
    user,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: [...stdio, 'ipc', 'pipe'],
  })
  const limit = limitBox(launched.pid, limits, filesBytesMax)
  // It has waited for its limits.
  launched.stdio[startFd]?.on('error', () => {}).end('\n')
  const ended = launched.ended.then(async (code) => ({ code, tookTooMuch: await limit.end() }))
  // Killing the outer process of bwrap is enough: the kernel then ends those inside.
  return { ...launched, ended, listener: startListener(launched, ended) }
}

const listFileSystems = (space: Space | undefined) =>
  space
    ? [
        { from: space.temporary, to: '/tmp' },
        { from: space.shared, to: '/dev/shm' },
      ]
    : []

/** The program gets neither the channel to the service nor its name. */
const starter = (port: number, channel: number) =>
  `/tools/node /tools/listen.mjs ${port} || exit 125; ` +
  `unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE; exec "$@" ${channel}>&-`

async function startListener({ stdio, listener: handedOver }: Launched, ended: Box['ended']) {
  const [, , stderr] = stdio
  const complaints = listen(stderr)
  const failed = async (): Promise<never> => {
    const { code, tookTooMuch } = await ended
    // Output may arrive after the end of the process.
    if (stderr && !stderr.readableEnded)
      await once(stderr, 'end', { signal: AbortSignal.timeout(500) }).catch(() => {})
    const why = tookTooMuch ? 'It took too much memory.' : complaints() || 'no output'
    throw new Error(`The box ended with ${code}: ${why}`)
  }
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`The box did not start within ${startMsMax} ms.`))
    setTimeout(fail, startMsMax).unref()
  })
  const listener = Promise.race([handedOver, failed(), late])
  // The caller may not wait for it, if the box ends first.
  listener.catch(() => {})
  return listener
}

function listen(stderr: Socket | undefined): () => string {
  let text = ''
  const take = (chunk: Buffer) => {
    text = `${text}${chunk.toString()}`.slice(0, complaintCharsMax)
  }
  stderr?.on('data', take)
  return () => text.trim()
}
