import { spawn, type ChildProcess, type IOType } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { browserUser } from '#browser/browser-user.ts'
import { killGroup } from '#kernel/kill-group.ts'
import { boxArguments, bwrapPath, type Bind, type BoxContents } from './box-arguments.ts'
import { limitBox, type BoxLimits } from './limit-box.ts'
import { whenStarted, type FileSystem, type Space } from './space.ts'

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
  readonly stdio: readonly (IOType | null)[]
  /** Port of loopback inside the box whose listening socket is handed to the service. */
  readonly port: number
}

export interface BoxEnd {
  /** Exit code, or 128 and the number of the signal. */
  readonly code: number
  /** Whether it was ended because it took more memory than it may. */
  readonly tookTooMuch: boolean
}

/** A started box. */
export interface Box {
  readonly child: ChildProcess
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

const killSignal = 9
const startMsMax = 15_000
const complaintCharsMax = 2_000

/** Starts a box, in a process group of its own. Its program starts once the socket is handed over. */
export function startBox(options: BoxOptions): Box {
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
  const child = spawn(program, [...args, ...box], {
    ...user,
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: [...stdio, 'ipc', 'pipe'],
  })
  const limit = limitBox(child.pid, limits, filesBytesMax)
  // It has waited for its limits.
  const start = child.stdio[startFd] as Writable | null | undefined
  start?.on('error', () => {})
  start?.end('\n')
  const ended = awaitExit(child).then(async (code) => ({ code, tookTooMuch: await limit.end() }))
  // The outer process of bwrap; the kernel then ends those inside.
  return { child, ended, listener: startListener(child, ended), kill: () => killGroup(child.pid) }
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

/** Not the event `close`: it may never come after a socket was handed over. */
function awaitExit(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128 + killSignal)))
    child.once('error', () => resolve(127))
  })
}

async function startListener(child: ChildProcess, ended: Box['ended']): Promise<Server> {
  const complaints = listen(child)
  const failed = async (): Promise<never> => {
    const { code } = await ended
    // Output may arrive after the end of the process.
    if (child.stderr && !child.stderr.readableEnded)
      await once(child.stderr, 'end', { signal: AbortSignal.timeout(500) }).catch(() => {})
    throw new Error(`The box ended with ${code}: ${complaints() || 'no output'}`)
  }
  const handedOver = new Promise<Server>((resolve, reject) => {
    child.once('message', (_text, handle) => {
      child.send('taken', () => {
        if (child.connected) child.disconnect()
      })
      resolve(handle as Server)
    })
    child.once('error', reject)
    const late = () => reject(new Error(`The box did not start within ${startMsMax} ms.`))
    setTimeout(late, startMsMax).unref()
  })
  const listener = Promise.race([handedOver, failed()])
  // The caller may not wait for it, if the box ends first.
  listener.catch(() => {})
  return listener
}

function listen({ stderr }: ChildProcess): () => string {
  let text = ''
  const take = (chunk: Buffer) => {
    text = `${text}${chunk.toString()}`.slice(0, complaintCharsMax)
  }
  stderr?.on('data', take)
  return () => text.trim()
}
