import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { killGroup } from '#kernel/kill-group.ts'

interface ProgramRun {
  readonly program: string
  readonly args: readonly string[]
  /** The program's working folder and home. */
  readonly folder: string
  /** The program is killed when the files of its folder take more. */
  readonly bytesMax: number
  /** The only way into the network; none without it. */
  readonly proxyUrl?: string | undefined
  readonly signal: AbortSignal
}

/** How a program ended. */
export interface ProgramEnd {
  readonly outcome: 'done' | 'failed' | 'too large'
  /** The end of what it wrote to its error output; it may contain addresses. */
  readonly complaint: string
}

const watchEveryMs = 250
const complaintCharsMax = 4_000

/**
 * Runs a program in a process group of its own and kills the group at the end. It has no environment but the proxy. Fails with the
 * reason of the signal, or if the program cannot be started.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { program, args, folder, bytesMax, proxyUrl, signal } = run
  signal.throwIfAborted()
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    env: environment(folder, proxyUrl),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = Promise.withResolvers<number | null>()
  child.once('error', ended.reject).once('close', ended.resolve)
  let complaint = ''
  child.stderr.on(
    'data',
    (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-complaintCharsMax)),
  )
  const kill = () => killGroup(child.pid)
  const size = watchFolder(folder, bytesMax, kill)
  signal.addEventListener('abort', kill, { once: true })
  try {
    const code = await ended.promise
    signal.throwIfAborted()
    if (await size.isExceeded()) return { outcome: 'too large', complaint }
    return { outcome: code === 0 ? 'done' : 'failed', complaint }
  } finally {
    size.stop()
    signal.removeEventListener('abort', kill)
    kill()
  }
}

/** Calls `onExceeded` when the files of a folder take more than allowed. */
function watchFolder(folder: string, bytesMax: number, onExceeded: () => void) {
  let isExceeded = false
  async function look(): Promise<void> {
    if (isExceeded || (await sizeOf(folder)) <= bytesMax) return
    isExceeded = true
    onExceeded()
  }
  const timer = setInterval(() => void look(), watchEveryMs)
  return {
    isExceeded: async () => {
      await look()
      return isExceeded
    },
    stop: () => clearInterval(timer),
  }
}

function environment(folder: string, proxyUrl: string | undefined): NodeJS.ProcessEnv {
  const proxy = { http_proxy: proxyUrl, https_proxy: proxyUrl, all_proxy: proxyUrl }
  return {
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: folder,
    TMPDIR: folder,
    ...(proxyUrl !== undefined && proxy),
  }
}

/** Programs rename and remove their files at any time. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
