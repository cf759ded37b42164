import { once } from 'node:events'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { browserFolder } from '#browser/browser-folder.ts'
import type { BrowserUser } from '#browser/browser-user.ts'
import { launch, whenStarted, type Launched } from '#kernel/launcher/launch.ts'
import { bwrapPath } from './box-arguments.ts'
import { sessionUser } from './session-user.ts'

/** Limits of a file system in memory. */
export interface FileSystem {
  readonly bytesMax: number
  readonly entriesMax: number
}

/**
 * What the boxes of a session have in common: a user, limits of the kernel, and two folders in memory, which the kernel limits as
 * well. They are in namespaces that a process of this service keeps open; every box of the session starts there.
 */
export interface Space extends AsyncDisposable {
  readonly user: BrowserUser | undefined
  /** The folders as boxes see them before they have a root of their own. */
  readonly data: string
  readonly session: string
  /** File systems that are new for each box. */
  readonly temporary: string
  readonly shared: string
  /** Returns the command that runs another one in the space, when a line has arrived on the descriptor. */
  enter(box: {
    readonly temporary: FileSystem
    readonly shared: FileSystem
    readonly startFd: number
  }): string[]
  /** Bytes that its folders can have. */
  readonly bytesMax: number
  /** Resolves when its process has ended. */
  readonly ended: Promise<unknown>
}

/** Programs that enter the namespaces; part of util-linux. */
export const nsenterPath = '/usr/bin/nsenter'
export const unsharePath = '/usr/bin/unshare'

const mebibyte = 1_024 ** 2
const limits = {
  data: { bytesMax: 512 * mebibyte, entriesMax: 50_000 },
  session: { bytesMax: 256 * mebibyte, entriesMax: 20_000 },
}
/** Of the boxes of a session together: few, because those of the machine are few. */
const inotify = { instances: 6, watches: 4_096 }
const startMsMax = 15_000

const options = ({ bytesMax, entriesMax }: FileSystem) =>
  `size=${bytesMax},nr_inodes=${entriesMax},nosuid,nodev`

/** Without root in the namespaces, nothing could be mounted. No program of a tenant runs as that root. */
const namespaces = ['--unshare-user', '--uid', '0', '--gid', '0', '--cap-drop', 'ALL']
const capabilities = ['CAP_SYS_ADMIN', 'CAP_SYS_RESOURCE']

/** Its output is read from the first line of its input on. */
const opening = `set -e
read -r line
mount -t tmpfs -o "$2,mode=0700" tmpfs "$1/data"
mount -t tmpfs -o "$3,mode=0700" tmpfs "$1/session"
mkdir "$1/session/downloads"
echo ${inotify.instances} > /proc/sys/user/max_inotify_instances
echo ${inotify.watches} > /proc/sys/user/max_inotify_watches
echo $$
exec cat > /dev/null`

const mounting = `mount -t tmpfs -o "$2,mode=1777" tmpfs "$1/tmp" || exit 125
mount -t tmpfs -o "$3,mode=1777" tmpfs "$1/shm" || exit 125
shift 3`

/** Opens a space. Fails with the output of what did not start. */
export async function openSpace(): Promise<Space> {
  const user = sessionUser()
  const folder = await browserFolder(user)
  const path = (name: string) => join(folder.path, name)
  for (const name of ['data', 'session', 'tmp', 'shm']) {
    await mkdir(path(name), { mode: 0o700 })
    if (user) await chown(path(name), user.uid, user.gid)
  }
  let keeper: Launched | undefined
  const close = async () => {
    keeper?.kill()
    await keeper?.ended
    await folder.remove()
  }
  let inner: string
  try {
    keeper = await startKeeper(folder.path, user)
    inner = await findInnerProcess(keeper)
  } catch (thrown) {
    await close()
    throw thrown
  }
  return {
    user,
    data: path('data'),
    session: path('session'),
    temporary: path('tmp'),
    shared: path('shm'),
    ended: keeper.ended,
    bytesMax: limits.data.bytesMax + limits.session.bytesMax,
    enter: ({ temporary, shared, startFd }) =>
      whenStarted(startFd, [
        nsenterPath,
        '--preserve-credentials',
        '--user',
        '--mount',
        `--target=${inner}`,
        '--',
        unsharePath,
        '--mount',
        '--',
        '/bin/sh',
        '-c',
        `${mounting}\nexec "$@"`,
        'sh',
        folder.path,
        options(temporary),
        options(shared),
      ]),
    [Symbol.asyncDispose]: close,
  }
}

/** Starts the process that makes the folders, and keeps the namespaces open. */
const startKeeper = (path: string, user: BrowserUser | undefined): Promise<Launched> =>
  launch({
    command: bwrapPath,
    args: [
      ...namespaces,
      ...capabilities.flatMap((name) => ['--cap-add', name]),
      '--dev-bind',
      '/',
      '/',
      '--die-with-parent',
      '--new-session',
      '--',
      '/bin/sh',
      '-c',
      opening,
      'sh',
      path,
      options(limits.data),
      options(limits.session),
    ],
    user,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })

/** Waits until the space is open; returns the process that keeps it open. */
async function findInnerProcess({ stdio, ended }: Launched): Promise<string> {
  const [stdin, stdout, stderr] = stdio
  let complaint = ''
  stderr?.on(
    'data',
    (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(0, 2_000)),
  )
  stdin?.on('error', () => {}).write('\n')
  const opened = Promise.withResolvers<string>()
  stdout?.once('data', (chunk: Buffer) => opened.resolve(chunk.toString().trim()))
  const failed = (cause: unknown) => opened.reject(cause)
  const explain = async () => {
    const code = await ended
    if (stderr && !stderr.readableEnded)
      await once(stderr, 'end', { signal: AbortSignal.timeout(500) }).catch(() => {})
    failed(
      new Error(
        `The files of the session could not be made (${code}): ${complaint.trim() || 'no output'}`,
      ),
    )
  }
  void explain()
  const late = setTimeout(
    failed,
    startMsMax,
    new Error(`The session did not start within ${startMsMax} ms.`),
  )
  return opened.promise.finally(() => clearTimeout(late))
}
