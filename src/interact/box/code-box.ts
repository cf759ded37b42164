import type { Writable } from 'node:stream'
import type { Bind } from './box-arguments.ts'
import { seccompFilter } from './seccomp.ts'
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
]
const temporaryBytesMax = 64 * mebibyte
const sharedBytesMax = 16 * mebibyte

/** The program that sets the limits; part of util-linux. */
export const prlimitPath = '/usr/bin/prlimit'
/** Port of the DevTools protocol inside the box. */
export const devToolsPort = 9_222
/** Descriptor on which a program returns its result. */
export const resultFd = 4

const seccompFd = 3

export interface CodeBoxOptions {
  readonly command: readonly string[]
  /** The folder that is `/session` in the box. */
  readonly folder: string
  readonly readable: readonly Bind[]
  readonly env: Readonly<Record<string, string>>
}

/** Starts a program of a tenant in a box of its own: no network but one listening socket, no files but `folder`, seccomp, limits. */
export function startCodeBox({ command, folder, readable, env }: CodeBoxOptions): Box {
  const filter = seccompFilter()
  if (!filter) throw new Error(`There is no seccomp filter for ${process.arch}.`)
  const box = startBox({
    command: [prlimitPath, ...limits, '--', ...command],
    readable,
    writable: [{ from: folder, to: '/session' }],
    env: {
      HOME: '/session',
      TMPDIR: '/tmp',
      PATH: '/tools:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      ...env,
    },
    temporaryBytesMax,
    sharedBytesMax,
    seccompFd,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    port: devToolsPort,
  })
  const toFilter = box.child.stdio[seccompFd] as Writable
  toFilter.on('error', box.kill)
  toFilter.end(filter)
  return box
}
