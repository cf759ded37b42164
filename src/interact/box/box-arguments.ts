import { existsSync, lstatSync } from 'node:fs'

/** A file or folder of this machine, and its path in the box. */
export interface Bind {
  readonly from: string
  readonly to: string
}

/** What a box contains beside the programs of the system. */
export interface BoxContents {
  readonly readable: readonly Bind[]
  readonly writable: readonly Bind[]
  readonly env: Readonly<Record<string, string>>
  /** Sizes of /tmp and /dev/shm in bytes; absent where they are among `writable`. */
  readonly memory?: { readonly temporaryBytesMax: number; readonly sharedBytesMax: number }
  /** Shows what operators install beside the programs of the system. */
  readonly showsInstalled?: boolean
  /** The user as programs of the box see it. */
  readonly uid: number
  /** Descriptor from which bwrap reads the seccomp filter. */
  readonly seccompFd?: number
}

/** The program that makes boxes. */
export const bwrapPath = '/usr/bin/bwrap'

const namespaces = [
  '--unshare-user',
  '--unshare-net',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  // The box ends with the service, also after kill -9.
  '--die-with-parent',
  // Without the terminal of the service, into which input could be injected.
  '--new-session',
  '--clearenv',
  '--hostname',
  'box',
  // It starts as root of the namespaces of its session.
  '--cap-drop',
  'ALL',
]

const emptyBytesMax = 4_096

/**
 * Returns the arguments of bwrap for a box without a network. Only `writable` and `memory` can be written to; the root and /dev,
 * which bwrap makes without a limit, are read only.
 */
export function boxArguments(contents: BoxContents): string[] {
  const { readable, writable, memory, env, uid, seccompFd, showsInstalled = false } = contents
  return [
    ...namespaces,
    '--uid',
    String(uid),
    '--gid',
    String(uid),
    ...systemFolders(showsInstalled),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    // It reads the same, but cannot be mapped: a shared mapping of /dev/zero is memory that no process is charged for.
    '--dev-bind',
    '/dev/full',
    '/dev/zero',
    ...(memory ? inMemory('/tmp', memory.temporaryBytesMax) : []),
    ...(memory ? inMemory('/dev/shm', memory.sharedBytesMax) : []),
    ...readable.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...writable.flatMap(({ from, to }) => ['--bind', from, to]),
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--chdir',
    '/session',
    ...(seccompFd === undefined ? [] : ['--seccomp', String(seccompFd)]),
    '--',
  ]
}

const inMemory = (path: string, bytesMax: number) => ['--size', String(bytesMax), '--tmpfs', path]

/** Programs and libraries. */
function systemFolders(showsInstalled: boolean): string[] {
  const others = showsInstalled ? ['/usr/src'] : ['/usr/local', '/usr/src']
  const hidden = others.filter((path) => existsSync(path))
  return [
    '--ro-bind',
    '/usr',
    '/usr',
    ...hidden.flatMap((path) => [...inMemory(path, emptyBytesMax), '--remount-ro', path]),
    ...['bin', 'sbin', 'lib', 'lib64'].flatMap(topFolder),
  ]
}

/** Links to /usr on most systems. */
function topFolder(name: string): string[] {
  const found = lstatSync(`/${name}`, { throwIfNoEntry: false })
  if (!found) return []
  return found.isSymbolicLink()
    ? ['--symlink', `usr/${name}`, `/${name}`]
    : ['--ro-bind', `/${name}`, `/${name}`]
}
