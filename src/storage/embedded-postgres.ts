import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { Log } from '#kernel/log.ts'
import { createPostgresFolder } from './create-postgres-folder.ts'
import { postgresFolder, prepareDataFolder } from './data-folder.ts'
import { notStarted, refusesFolder } from './not-started.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { dropStaleLock, endPostmaster, findPostmaster } from './postmaster.ts'
import { registerUser, type Presence } from './server-presence.ts'
import { giveTo, serverUser, spawnIds, type ServerUser } from './server-user.ts'

const startTimeoutMs = 120_000
/** A server that does not respond for this long cannot be joined. */
const askMsMax = 5_000
/** How long a server may refuse connections at start: leftovers of a killed one disappear within seconds. */
const refusedMsMax = 15_000
/** A socket path may have 107 characters, of which `/.s.PGSQL.5432.lock` takes 19. */
const socketFolderLengthMax = 85
const logBytesMax = 10 * 1024 * 1024

/** Of the packaged server; an older one may not know it. Reads wait for little here, and each worker is a process. */
const ownSettings = { io_method: 'sync' }

/** Every server has this database. */
const maintenanceDatabase = 'template1'

/** Statements and details are not logged by the server, because they may contain user data. */
const fixedSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  // As if segments had their usual size: fewer checkpoints.
  max_wal_size: '1GB',
  max_logical_replication_workers: '0',
  jit: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: { host: string; port: number; user: string; database: string }
  /** Starts the server again if it has ended. */
  restart(): Promise<void>
}

interface ServerPaths {
  readonly folder: string
  readonly socketFolder: string
  readonly bin: string
  readonly user: ServerUser
  readonly settings: Readonly<Record<string, string>>
}

/**
 * Runs PostgreSQL in `<dataDir>/postgres`, with a unix socket only, or joins the server that already
 * runs there. Disposing stops it, unless another process uses it. The signal cancels a start.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string
  readonly pgBin?: string | undefined
  readonly settings?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly log: Log
}): Promise<EmbeddedPostgres> {
  const paths = choosePaths(options)
  await createPostgresFolder(paths, options.signal)
  let presence = await enter(paths, options.signal)
  let reviving: Promise<void> | undefined
  async function reviveNow() {
    await presence.end()
    presence = await enter(paths)
  }
  return {
    connection: { ...address(paths), database: 'weir' },
    async restart() {
      reviving ??= reviveNow().finally(() => (reviving = undefined))
      await reviving
    },
    async [Symbol.asyncDispose]() {
      await reviving?.catch(() => undefined)
      const isLast = await isLastUser(paths, presence)
      if (isLast) await endPostmaster(paths.folder)
    },
  }
}

function choosePaths({
  dataDir,
  pgBin,
  settings = {},
}: Parameters<typeof startEmbeddedPostgres>[0]) {
  const folder = postgresFolder(dataDir)
  prepareDataFolder(dataDir)
  const bin = postgresBinaries(pgBin)
  if (!existsSync(join(bin, 'postgres'))) {
    throw new Error(`WEIR_PG_BIN: there is no program "postgres" in ${bin}.`)
  }
  const user = serverUser(folder, [folder, join(bin, 'postgres')])
  const socketFolder = folder.length > socketFolderLengthMax ? shortFolder(folder, user) : folder
  return {
    folder,
    socketFolder,
    bin,
    user,
    settings: { ...fixedSettings, ...(!pgBin && ownSettings), ...settings },
  }
}

function shortFolder(folder: string, { ids }: ServerUser): string {
  const short = join(
    tmpdir(),
    `weir-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
  )
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const uid = ids.uid ?? process.getuid?.()
  const found = lstatSync(short)
  const isOurs = found.isDirectory() && (found.uid === uid || found.uid === process.getuid?.())
  if (!isOurs) throw new Error(`The folder ${short} belongs to another user. Remove it.`)
  giveTo(short, ids)
  return short
}

const address = ({ socketFolder }: ServerPaths) => ({
  host: socketFolder,
  port: 5432,
  user: 'weir',
})

/** Starts the server, or joins the running one. Waits for a server that is shutting down and starts it again. */
async function enter(paths: ServerPaths, signal?: AbortSignal): Promise<Presence> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    await run(paths, { deadline, signal })
    try {
      await createDatabase(paths)
      return await registerUser({ ...address(paths), database: 'weir' })
    } catch (thrown) {
      if (!isEnding(thrown) || Date.now() > deadline) throw thrown
    }
  }
}

/** A server that shuts down sends an error of class 57, or closes the connection without a PostgreSQL error. */
const isEnding = (thrown: unknown) =>
  !(thrown instanceof DatabaseError) || thrown.code?.startsWith('57P') === true

const logPath = ({ folder }: ServerPaths) => join(folder, 'server.log')

/** Starts the server until it responds: a killed one may hold its lock for a moment, or another process starts it. */
async function run(
  paths: ServerPaths,
  { deadline, signal }: { readonly deadline: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  let child: ChildProcess | undefined
  let aloneSince: number | undefined
  while (!(await isResponding(paths))) {
    if (signal?.aborted) await giveUp(paths, child)
    signal?.throwIfAborted()
    aloneSince = findPostmaster(paths.folder) === undefined ? (aloneSince ?? Date.now()) : undefined
    const isHopeless = aloneSince !== undefined && Date.now() - aloneSince > refusedMsMax
    const isRefused = child?.exitCode === 1 && refusesFolder(logPath(paths))
    if (isHopeless || isRefused || Date.now() > deadline) throw notStarted(logPath(paths))
    if (child === undefined || isGone(child)) {
      if (child !== undefined) await sleep(200)
      dropStaleLock(paths.folder)
      child = launch(paths)
    }
    await sleep(20)
  }
}

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Stops a server that does not respond, if this process started it. */
async function giveUp({ folder }: ServerPaths, child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || isGone(child)) return
  child.kill('SIGINT')
  while (!isGone(child) && findPostmaster(folder) !== child.pid) await sleep(20)
  if (!isGone(child)) await endPostmaster(folder)
}

function launch(paths: ServerPaths): ChildProcess {
  const { folder, socketFolder, bin, user, settings } = paths
  const log = logPath(paths)
  const isLong = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax
  const output = openSync(log, isLong ? 'w' : 'a', 0o600)
  giveTo(log, user.ids)
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = [join(bin, 'postgres'), '-D', folder, '-k', socketFolder, ...given]
  const [command = '', ...args] = [...user.prefix, ...postgres]
  // In its own session: a Ctrl-C for this process must not stop the database first.
  const child = spawn(command, args, {
    ...spawnIds(user),
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
  })
  child.on('error', () => undefined)
  child.unref()
  closeSync(output)
  return child
}

async function isResponding(paths: ServerPaths): Promise<boolean> {
  const limits = { connectionTimeoutMillis: askMsMax, query_timeout: askMsMax }
  const client = new Client({ ...address(paths), database: maintenanceDatabase, ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(paths: ServerPaths): Promise<void> {
  const client = new Client({ ...address(paths), database: maintenanceDatabase })
  await client.connect()
  try {
    // Of several processes that start on a new folder, one does it.
    await client.query('select pg_advisory_lock(1)')
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'weir'")
    if (rowCount === 0) await nameDatabase(client)
  } finally {
    await client.end()
  }
}

/**
 * The first database of the server becomes that of Weir, and the empty one that only serves to make others goes: with them a new folder
 * would be half as large again.
 */
async function nameDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'postgres'")
  if (rowCount === 0) {
    await client.query('create database weir')
    return
  }
  await client.query('alter database postgres rename to weir')
  await client.query("update pg_database set datistemplate = false where datname = 'template0'")
  await client.query('drop database if exists template0')
}

/** Retries when the connection is lost, for example because the server restarted itself. */
async function isLastUser(paths: ServerPaths, presence: Presence): Promise<boolean> {
  const deadline = Date.now() + askMsMax
  let asked = presence
  while (findPostmaster(paths.folder) !== undefined && Date.now() < deadline) {
    try {
      const isLast = await asked.leave()
      // The last user keeps its connection, which new processes wait for, until the server ends it.
      if (!isLast) await asked.end()
      return isLast
    } catch {
      await asked.end()
      await sleep(50)
      asked = await registerUser({ ...address(paths), database: 'weir' }).catch(() => asked)
    }
  }
  return true
}
