import { existsSync, openSync, readSync, closeSync, realpathSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import type { Server } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bind } from '#interact/box/box-arguments.ts'
import { prlimitPath } from '#interact/box/code-box.ts'
import { seccompFilter } from '#interact/box/seccomp.ts'
import { startBox } from '#interact/box/start-box.ts'

interface ProgramRun {
  readonly program: string
  readonly args: readonly string[]
  /** Further programs that it may start. */
  readonly others?: readonly string[]
  /** The only folder that the program can write to: its working folder and home, `boxFolder` in the box. */
  readonly folder: string
  /** Size of the largest file; the program is killed when all together take twice as much. */
  readonly bytesMax: number
  /** Serves what the program connects to at `proxyUrl`, its only way into the network; nothing answers there without it. */
  readonly serve?: (listening: Server) => Disposable
  readonly signal: AbortSignal
}

/** How a program ended. */
export interface ProgramEnd {
  /** `no box`: it did not run, because there is no weaker way to run it. */
  readonly outcome: 'done' | 'failed' | 'too large' | 'no box'
  /** The end of what it wrote to its error output; it may contain addresses. */
  readonly complaint: string
}

/** The folder of a program, as its box shows it. */
export const boxFolder = '/session'
const proxyPort = 3_128
export const proxyUrl = `http://127.0.0.1:${proxyPort}`

const watchEveryMs = 250
const complaintCharsMax = 4_000
const lastOutputMs = 1_000
const mebibyte = 1_024 ** 2
const seccompFd = 3
const temporary = { bytesMax: 64 * mebibyte, entriesMax: 4_096 }
const shared = { bytesMax: 16 * mebibyte, entriesMax: 1_024 }
/** Of all processes of a box together. */
const limits = { memoryBytesMax: 1_536 * mebibyte, processesMax: 128, isOfProgram: false }
/** Shells return 128 and the number of SIGXFSZ when a file has become too large. */
const endedBySize = 128 + 25

/** Limits of the kernel for each process of a box. */
const writeLimits = (bytesMax: number) => [
  `--data=${768 * mebibyte}`,
  '--nproc=64',
  '--nofile=256',
  `--fsize=${bytesMax}`,
  '--cpu=900',
  '--core=0',
]

/**
 * Runs a program in a box: without a network but the proxy, without files of this machine but those of the system and its own, and
 * within limits of memory, time and size that the kernel keeps. Fails with the reason of the signal.
 */
export async function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { program, args, others = [], folder, bytesMax, serve, signal } = run
  signal.throwIfAborted()
  const filter = seccompFilter()
  const box = await startBox({
    command: [prlimitPath, ...writeLimits(bytesMax), '--', program, ...args],
    readable: bound([...systemFiles, ...[program, ...others].flatMap(listFiles)]),
    writable: [{ from: folder, to: boxFolder }],
    showsInstalled: true,
    env: environment(serve !== undefined),
    temporary,
    shared,
    limits,
    ...(filter && { seccompFd }),
    stdio: ['ignore', 'ignore', 'pipe', filter ? 'pipe' : 'ignore'],
    port: proxyPort,
  })
  const [, , stderr] = box.stdio
  let complaint = ''
  stderr?.on(
    'data',
    (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-complaintCharsMax)),
  )
  const closed = new Promise((resolve) => stderr?.once('close', resolve))
  if (filter) box.stdio[seccompFd]?.on('error', box.kill).end(filter)
  const size = watchFolder(folder, bytesMax * 2, box.kill)
  signal.addEventListener('abort', box.kill, { once: true })
  let network: Disposable | undefined
  try {
    const listening = await box.listener.catch(readReason)
    signal.throwIfAborted()
    if (typeof listening === 'string') return { outcome: 'no box', complaint: listening }
    network = serve?.(listening)
    if (!network) listening.close()
    const { code, tookTooMuch } = await box.ended
    // Output may arrive after the end of the process.
    await Promise.race([closed, sleep(lastOutputMs, undefined, { ref: false })])
    signal.throwIfAborted()
    if (tookTooMuch || code === endedBySize || (await size.isExceeded()))
      return { outcome: 'too large', complaint }
    return { outcome: code === 0 ? 'done' : 'failed', complaint }
  } finally {
    size.stop()
    network?.[Symbol.dispose]()
    signal.removeEventListener('abort', box.kill)
    box.kill()
  }
}

const readReason = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))

/** Calls `onExceeded` when the files of a folder take more than allowed. */
function watchFolder(folder: string, bytesMax: number, onExceeded: () => void) {
  let isExceeded = false
  async function look(): Promise<void> {
    if (isExceeded || (await measureSize(folder)) <= bytesMax) return
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

function environment(hasProxy: boolean): Readonly<Record<string, string>> {
  const proxy = { http_proxy: proxyUrl, https_proxy: proxyUrl, all_proxy: proxyUrl }
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: boxFolder,
    TMPDIR: boxFolder,
    ...(hasProxy && proxy),
  }
}

/** Certificates, and where the system names its libraries. */
const systemFiles = [
  '/etc/ssl',
  '/etc/pki',
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
]
const bound = (paths: readonly string[]): readonly Bind[] =>
  paths.filter((path) => existsSync(path)).map((path) => ({ from: path, to: path }))

/**
 * The files of a program that is not below /usr, which every box shows: itself, the interpreter that its first line names, and the
 * libraries beside both.
 */
function listFiles(program: string): readonly string[] {
  const interpreter = findInterpreter(program)
  const found = interpreter === undefined ? [program] : [program, interpreter]
  const paths = found.flatMap((path) => [path, realpathSync(path)])
  const own = [...new Set(paths)].filter((path) => !isOfSystem(path))
  const beside = own
    .map((path) => dirname(dirname(path)))
    .flatMap((prefix) => [join(prefix, 'lib'), join(prefix, 'pyvenv.cfg')])
  return [...own, ...new Set(beside)].filter((path) => !isOfSystem(path))
}

const isOfSystem = (path: string) => /^\/(usr\/|bin\/|sbin\/|lib(64)?(\/|$))/.test(path)

const lineBytesMax = 256

/** The program of the first line of a script; undefined for other files. */
function findInterpreter(path: string): string | undefined {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(lineBytesMax)
    const text = start.toString('utf8', 0, readSync(file, start))
    const named = text.startsWith('#!') ? text.slice(2).trim().split(/\s/, 1)[0] : undefined
    return named !== undefined && existsSync(named) ? named : undefined
  } finally {
    closeSync(file)
  }
}

/** Programs rename and remove their files at any time. */
async function measureSize(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      lstat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
