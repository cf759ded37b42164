import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, closeSync, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, DatabaseError } from 'pg'
import type { Log } from '#kernel/log.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { serverUser, type ServerUser } from './server-user.ts'

const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000
/** A socket path may have 107 characters, of which `/.s.PGSQL.5432.lock` takes 19. */
const socketFolderLengthMax = 85
const logBytesMax = 10 * 1024 * 1024
const leaving = 'weir leaving'

/** Statements and details stay out of the server's log: they may hold what must not be kept. */
const fixedSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

export interface EmbeddedPostgres extends AsyncDisposable {
  readonly connection: { host: string; port: number; user: string; database: string }
  /** Starts the server again when it is gone. */
  revive(): Promise<void>
}

interface Place {
  readonly folder: string
  readonly socketFolder: string
  readonly bin: string
  readonly user: ServerUser
  readonly settings: Readonly<Record<string, string>>
}

/**
 * Runs PostgreSQL in `<dataDir>/postgres`, reachable by a unix socket only, or joins the one that already
 * runs there. Disposing stops it unless another process still uses it.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string
  readonly pgBin?: string | undefined
  readonly settings?: Readonly<Record<string, string>>
  readonly log: Log
}): Promise<EmbeddedPostgres> {
  const place = choosePlace(options)
  await initialise(place)
  await run(place)
  const connection = { ...address(place), database: 'weir' }
  await createDatabase(place)
  let presence = await beKnown(place)
  let reviving: Promise<void> | undefined
  async function reviveNow() {
    await run(place)
    await presence.client.end().catch(() => undefined)
    presence = await beKnown(place)
  }
  return {
    connection,
    async revive() {
      reviving ??= reviveNow().finally(() => (reviving = undefined))
      await reviving
    },
    async [Symbol.asyncDispose]() {
      presence.socket.ref()
      const isLast = await isLastUser(presence.client)
      await presence.client.end().catch(() => undefined)
      if (isLast) await stop(place)
    },
  }
}

function choosePlace({
  dataDir,
  pgBin,
  settings = {},
}: Parameters<typeof startEmbeddedPostgres>[0]) {
  const folder = resolve(dataDir, 'postgres')
  mkdirSync(resolve(dataDir), { recursive: true })
  const bin = postgresBinaries(pgBin)
  const user = serverUser(folder, [folder, join(bin, 'postgres')])
  const socketFolder = folder.length > socketFolderLengthMax ? shortFolder(folder, user) : folder
  return { folder, socketFolder, bin, user, settings: { ...fixedSettings, ...settings } }
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
  if (!isOurs) throw new Error(`The folder ${short} belongs to somebody else; remove it.`)
  own(short, ids)
  return short
}

function own(path: string, { uid, gid }: ServerUser['ids']): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** Racing starters each make their own folder; one rename wins. */
async function initialise({ folder, bin, user }: Place): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const draft = `${folder}.init-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  own(draft, user.ids)
  const initdb = ['-D', draft, '-U', 'weir', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  const [command = '', ...args] = [...user.prefix, join(bin, 'initdb'), ...initdb]
  try {
    await promisify(execFile)(command, args, { ...spawnIds(user), cwd: draft })
    renameSync(draft, folder)
  } catch (thrown) {
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      throw new Error('PostgreSQL could not set up its folder.', { cause: thrown })
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const spawnIds = (user: ServerUser) => (user.prefix.length > 0 ? {} : user.ids)

const address = ({ socketFolder }: Place) => ({ host: socketFolder, port: 5432, user: 'weir' })

/** Starts the server until it answers: one just killed can hold its lock for a moment, another starter may be first. */
async function run(place: Place): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  let child: ChildProcess | undefined
  while (!(await answers(place))) {
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start; see ${join(place.folder, 'server.log')}.`)
    }
    const isGone = child === undefined || child.exitCode !== null || child.signalCode !== null
    if (isGone) {
      if (child !== undefined) await sleep(200)
      dropStaleLock(place.folder)
      child = launch(place)
    }
    await sleep(20)
  }
}

function launch({ folder, socketFolder, bin, user, settings }: Place): ChildProcess {
  const logPath = join(folder, 'server.log')
  const isLong = (statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax
  const output = openSync(logPath, isLong ? 'w' : 'a', 0o600)
  own(logPath, user.ids)
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = [join(bin, 'postgres'), '-D', folder, '-k', socketFolder, ...given]
  const [command = '', ...args] = [...user.prefix, ...postgres]
  // Its own session: a Ctrl-C meant for us must not reach the database before we are done with it.
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

/** After a restart of the machine the recorded pid may be another program's; PostgreSQL would refuse to start. */
function dropStaleLock(folder: string): void {
  const pid = postmasterPid(folder)
  if (pid !== undefined && !commandOf(pid).includes(folder)) {
    rmSync(join(folder, 'postmaster.pid'), { force: true })
  }
}

function commandOf(pid: number): string {
  if (process.platform === 'linux') {
    const path = `/proc/${pid}/cmdline`
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command=']).stdout.toString()
}

function postmasterPid(folder: string): number | undefined {
  const path = join(folder, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  return Number(readFileSync(path, 'utf8').split('\n')[0]) || undefined
}

async function answers(place: Place): Promise<boolean> {
  const client = new Client({ ...address(place), database: 'postgres' })
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

async function createDatabase(place: Place): Promise<void> {
  const client = new Client({ ...address(place), database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'weir'")
    if (rowCount === 0) await client.query('create database weir')
  } catch (thrown) {
    const code = thrown instanceof DatabaseError ? thrown.code : undefined
    if (code !== '42P04' && code !== '23505') throw thrown
  } finally {
    await client.end()
  }
}

/** A connection held as long as this process uses the server, so that nobody else stops it. */
async function beKnown(place: Place): Promise<{ client: Client; socket: Socket }> {
  const socket = new Socket()
  const options = { database: 'weir', application_name: 'weir', stream: () => socket }
  const client = new Client({ ...address(place), ...options })
  client.on('error', () => undefined)
  await client.connect()
  // Using the database is no reason to stay alive.
  socket.unref()
  return { client, socket }
}

/** Of several that leave at once, the last to say so sees nobody else. */
async function isLastUser(presence: Client): Promise<boolean> {
  try {
    await presence.query(`set application_name = '${leaving}'`)
    const { rowCount } = await presence.query(
      `select 1 from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> $1`,
      [leaving],
    )
    return rowCount === 0
  } catch {
    return false
  }
}

async function stop({ folder }: Place): Promise<void> {
  const pid = postmasterPid(folder)
  if (pid === undefined || !commandOf(pid).includes(folder)) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + stopTimeoutMs
  while (existsSync(join(folder, 'postmaster.pid')) && Date.now() < deadline) await sleep(20)
}
