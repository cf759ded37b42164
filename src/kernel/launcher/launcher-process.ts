/**
 * Starts programs for the service: a process that is started copies the page tables of the one that starts it, and those
 * of this one are small. Started with `fork`; it ends with the service, and what it has started ends with it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Server, Socket } from 'node:net'
import { lowerPriority } from '#kernel/niceness.ts'

/** What a descriptor of a program is connected to. */
export type Connection = 'pipe' | 'ignore' | 'ipc'

export interface ProgramStart {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Its folder; the root when absent. */
  readonly cwd?: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  readonly stdio: readonly Connection[]
}

export type LaunchRequest =
  | { readonly type: 'start'; readonly id: number; readonly program: ProgramStart }
  /** The service has the socket that the program has sent. */
  | { readonly type: 'taken'; readonly id: number }

/** `stream` and `handle` come with a socket. After `started`, no descriptor of the program is read here any more. */
export type LaunchReply = { readonly id: number } & (
  | { readonly type: 'stream'; readonly descriptor: number }
  | { readonly type: 'started'; readonly pid: number }
  | { readonly type: 'handle' }
  | { readonly type: 'ended'; readonly code: number | null; readonly signal: string | null }
  | { readonly type: 'failed'; readonly message: string }
)

const aliveEveryMs = 500

/** Programs that have sent a socket which the service does not have yet. */
const sending = new Map<number, () => void>()

function reply(message: LaunchReply, handle?: Socket | Server): void {
  // Without the service, this process is about to end.
  process.send?.(message, handle, {}, () => {})
}

function start(id: number, { command, args, env, cwd = '/', user, stdio }: ProgramStart): void {
  let child: ChildProcess
  try {
    child = spawn(command, args, { ...user, env, stdio: [...stdio], detached: true, cwd })
  } catch (thrown) {
    return reply({ type: 'failed', id, message: String(thrown) })
  }
  child.once('error', ({ message }) => reply({ type: 'failed', id, message }))
  const { pid } = child
  if (pid === undefined) return
  for (const [descriptor, connection] of stdio.entries()) {
    const stream = connection === 'pipe' ? child.stdio[descriptor] : undefined
    if (stream) reply({ type: 'stream', id, descriptor }, stream as Socket)
  }
  reply({ type: 'started', id, pid })
  child.once('message', (_text, handle) => passOn(id, child, handle as Server))
  child.once('exit', (code, signal) => {
    sending.delete(id)
    reply({ type: 'ended', id, code, signal })
  })
}

function passOn(id: number, child: ChildProcess, handle: Server): void {
  const close = () => {
    // Here as well, connections would be accepted.
    handle.close()
    child.send('taken', () => {
      if (child.connected) child.disconnect()
    })
  }
  sending.set(id, close)
  reply({ type: 'handle', id }, handle)
}

// Programs inherit it.
lowerPriority()

// The service decides when it ends; signals of a terminal reach this process as well.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
// A channel does not report its end while a socket is on its way to a service that was killed.
const { ppid } = process
setInterval(() => {
  if (process.ppid !== ppid) process.exit()
}, aliveEveryMs)
process.on('message', (request: LaunchRequest) => {
  if (request.type === 'start') return start(request.id, request.program)
  sending.get(request.id)?.()
  sending.delete(request.id)
})
