import { fork, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import type { Server, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { childCompileCache } from '#kernel/child-compile-cache.ts'
import { killGroup } from '#kernel/kill-group.ts'
import type { LaunchReply, LaunchRequest, ProgramStart } from './launcher-process.ts'

/** A program that was started, the first process of a group of its own. */
export interface Launched {
  readonly pid: number
  /** What its descriptors are connected to; undefined where that is nothing. */
  readonly stdio: readonly (Socket | undefined)[]
  /** The exit code, or 128 and the number of the signal that ended it. */
  readonly ended: Promise<number>
  /** The listening socket that it sends; never resolves if it sends none. */
  readonly listener: Promise<Server>
  /** Kills its group, unless it has ended: then its id may be that of another process. */
  readonly kill: () => void
}

interface Pending {
  readonly stdio: (Socket | undefined)[]
  readonly started: ReturnType<typeof Promise.withResolvers<number>>
  readonly listener: ReturnType<typeof Promise.withResolvers<Server>>
  readonly ended: ReturnType<typeof Promise.withResolvers<number>>
  hasEnded: boolean
}

interface Launcher {
  readonly child: ChildProcess
  readonly programs: Map<number, Pending>
}

const heapMegabytesMax = 64
const gone = 'The process that starts programs has ended.'

let launcher: Launcher | undefined
let last = 0

/**
 * Starts a program from a small process. Fails if it cannot be started. What the program writes before this resolves is lost: a
 * program that writes at once has to be started with `whenStarted`.
 */
export async function launch(program: ProgramStart): Promise<Launched> {
  const { child, programs } = (launcher ??= startLauncher())
  const id = ++last
  const pending: Pending = {
    stdio: program.stdio.map(() => undefined),
    started: Promise.withResolvers(),
    listener: Promise.withResolvers(),
    ended: Promise.withResolvers(),
    hasEnded: false,
  }
  programs.set(id, pending)
  child.channel?.ref()
  tell(child, { type: 'start', id, program })
  const pid = await pending.started.promise
  return {
    pid,
    stdio: pending.stdio,
    ended: pending.ended.promise,
    listener: pending.listener.promise,
    kill: () => {
      if (!pending.hasEnded) killGroup(pid)
    },
  }
}

/** The command that runs another one when a line has arrived on a descriptor. */
export const whenStarted = (startFd: number, command: readonly string[] = []) => [
  '/bin/sh',
  '-c',
  `read -r line <&${startFd} && exec ${startFd}<&- || exit 125\nexec "$@"`,
  'sh',
  ...command,
]

const tell = (child: ChildProcess, request: LaunchRequest) =>
  // A launcher that has ended is seen by its event.
  void child.send(request, () => {})

function startLauncher(): Launcher {
  const child = fork(fileURLToPath(new URL('launcher-process.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [`--max-old-space-size=${heapMegabytesMax}`],
    env: { MALLOC_ARENA_MAX: '1', ...childCompileCache() },
  })
  const programs: Launcher['programs'] = new Map()
  const own: Launcher = { child, programs }
  child.unref()
  child.channel?.unref()
  child.on('message', (reply: LaunchReply, handle) => {
    const pending = programs.get(reply.id)
    if (pending) settle(own, { reply, pending, handle })
  })
  const end = () => {
    if (launcher === own) launcher = undefined
    // What it has started ends with it.
    for (const [id, pending] of programs) {
      pending.started.reject(new Error(gone))
      finish(own, { id, pending, code: 128 + constants.signals.SIGKILL })
    }
  }
  child.once('exit', end)
  child.once('error', end)
  return own
}

interface Settled {
  readonly reply: LaunchReply
  readonly pending: Pending
  readonly handle: unknown
}

function settle(own: Launcher, { reply, pending, handle }: Settled): void {
  const { id } = reply
  if (reply.type === 'stream') pending.stdio[reply.descriptor] = handle as Socket
  else if (reply.type === 'started') pending.started.resolve(reply.pid)
  else if (reply.type === 'handle') {
    tell(own.child, { type: 'taken', id })
    pending.listener.resolve(handle as Server)
  } else if (reply.type === 'failed') {
    pending.started.reject(new Error(reply.message))
    finish(own, { id, pending, code: 127 })
  } else finish(own, { id, pending, code: readCode(reply) })
}

function readCode({ code, signal }: Extract<LaunchReply, { readonly type: 'ended' }>): number {
  if (code !== null) return code
  return 128 + (constants.signals[signal as NodeJS.Signals] ?? 0)
}

interface Finished {
  readonly id: number
  readonly pending: Pending
  readonly code: number
}

function finish({ child, programs }: Launcher, { id, pending, code }: Finished): void {
  programs.delete(id)
  if (programs.size === 0) child.channel?.unref()
  pending.hasEnded = true
  const [input, ...others] = pending.stdio
  input?.destroy()
  // Unread output would keep them open.
  for (const stream of others) stream?.resume()
  pending.ended.resolve(code)
}
