import type { Bind } from './box-arguments.ts'
import { seccompFilter } from './seccomp.ts'
import type { Space } from './space.ts'
import { startBox, type Box } from './start-box.ts'

const mebibyte = 1_024 ** 2

/** Limits of the kernel. They are set inside the box, because RLIMIT_NPROC counts per user namespace. */
const limits = [
  `--data=${768 * mebibyte}`,
  '--nproc=96',
  '--nofile=256',
  `--fsize=${64 * mebibyte}`,
  '--cpu=300',
  '--core=0',
  // Pages that are locked or being sent would not be counted.
  '--memlock=0',
  '--sigpending=512',
]
const temporary = { bytesMax: 64 * mebibyte, entriesMax: 4_096 }
const shared = { bytesMax: 16 * mebibyte, entriesMax: 1_024 }
/** More than the program may have: those that start it as well. */
const processesMax = 128
const memoryBytesMax = 1_024 * mebibyte

/** The program that sets the limits; part of util-linux. */
export const prlimitPath = '/usr/bin/prlimit'
/** Port of the DevTools protocol inside the box. */
export const devToolsPort = 9_222
/** Descriptor on which a program returns its result. */
export const resultFd = 4

const seccompFd = 3

export interface CodeBoxOptions {
  readonly command: readonly string[]
  /** The session, whose folder is `/session` in the box. */
  readonly space: Space
  readonly readable: readonly Bind[]
  readonly env: Readonly<Record<string, string>>
}

/** Starts a program of a tenant in a box of its own: no network but one listening socket, no files but those of the session, seccomp, limits. */
export async function startCodeBox(options: CodeBoxOptions): Promise<Box> {
  const { command, space, readable, env } = options
  const filter = seccompFilter()
  if (!filter) throw new Error(`There is no seccomp filter for ${process.arch}.`)
  const box = await startBox({
    command: [prlimitPath, ...limits, '--', ...command],
    readable,
    writable: [{ from: space.session, to: '/session' }],
    env: {
      HOME: '/session',
      TMPDIR: '/tmp',
      PATH: '/tools:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      ...env,
    },
    space,
    temporary,
    shared,
    limits: { memoryBytesMax, processesMax, isOfProgram: true },
    seccompFd,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    port: devToolsPort,
  })
  box.stdio[seccompFd]?.on('error', box.kill).end(filter)
  return box
}
