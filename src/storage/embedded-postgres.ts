import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, closeSync, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, DatabaseError } from 'pg'
import type { Log } from '#kernel/log.ts'
import { prepareDataFolder } from './data-folder.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { dropStaleLock, endPostmaster, postmasterOf } from './postmaster.ts'
import { beKnown, type Presence } from './server-presence.ts'
import { serverUser, type ServerUser } from './server-user.ts'

const startTimeoutMs = 120_000
/** A server that cannot be asked for this long who uses it is of no use to others either. */
const askMsMax = 5_000
/** How long a server may refuse to start: what one that was killed has left behind goes within seconds. */
const refusedMsMax = 15_000
/** A socket path may have 107 characters, of which `/.s.PGSQL.5432.lock` takes 19. */
const socketFolderLengthMax = 85
const logBytesMax = 10 * 1024 * 1024

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
 * runs there. Disposing resolves when it has ended, unless another process still uses it. The signal ends a start.
 */
export async function startEmbeddedPostgres(options: {
  readonly dataDir: string
  readonly pgBin?: string | undefined
  readonly settings?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  readonly log: Log
}): Promise<EmbeddedPostgres> {
  const place = choosePlace(options)
  await initialise(place, options.signal)
  let presence = await enter(place, options.signal)
  let reviving: Promise<void> | undefined
  async function reviveNow() {
    await presence.end()
    presence = await enter(place)
  }
  return {
    connection: { ...address(place), database: 'weir' },
    async revive() {
      reviving ??= reviveNow().finally(() => (reviving = undefined))
      await reviving
    },
    async [Symbol.asyncDispose]() {
      await reviving?.catch(() => undefined)
      const isLast = await isLastUser(place, presence)
      if (isLast) await endPostmaster(place.folder)
    },
  }
}

function choosePlace({
  dataDir,
  pgBin,
  settings = {},
}: Parameters<typeof startEmbeddedPostgres>[0]) {
  const folder = resolve(dataDir, 'postgres')
  prepareDataFolder(dataDir)
  const bin = postgresBinaries(pgBin)
  if (!existsSync(join(bin, 'postgres'))) {
    throw new Error(`WEIR_PG_BIN: there is no program "postgres" in ${bin}.`)
  }
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
async function initialise({ folder, bin, user }: Place, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
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
    // A Ctrl-C reaches the program as well.
    signal?.throwIfAborted()
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      throw new Error('PostgreSQL could not set up its folder.', { cause: thrown })
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

const spawnIds = (user: ServerUser) => (user.prefix.length > 0 ? {} : user.ids)

const address = ({ socketFolder }: Place) => ({ host: socketFolder, port: 5432, user: 'weir' })

/** Starts the server, or joins the one that runs; one that is about to end is waited for and started anew. */
async function enter(place: Place, signal?: AbortSignal): Promise<Presence> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    await run(place, { deadline, signal })
    try {
      await createDatabase(place)
      return await beKnown({ ...address(place), database: 'weir' })
    } catch (thrown) {
      if (!isEnding(thrown) || Date.now() > deadline) throw thrown
    }
  }
}

/** The server refuses with a code of class 57; a connection that is lost has no code of PostgreSQL. */
const isEnding = (thrown: unknown) =>
  !(thrown instanceof DatabaseError) || thrown.code?.startsWith('57P') === true

/** Starts the server until it answers: one just killed can hold its lock for a moment, another starter may be first. */
async function run(
  place: Place,
  { deadline, signal }: { readonly deadline: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  let child: ChildProcess | undefined
  let aloneSince: number | undefined
  while (!(await answers(place))) {
    if (signal?.aborted) await giveUp(place, child)
    signal?.throwIfAborted()
    aloneSince = postmasterOf(place.folder) === undefined ? (aloneSince ?? Date.now()) : undefined
    const isHopeless = aloneSince !== undefined && Date.now() - aloneSince > refusedMsMax
    if (isHopeless || Date.now() > deadline) throw notStarted(place)
    if (child === undefined || isGone(child)) {
      if (child !== undefined) await sleep(200)
      dropStaleLock(place.folder)
      child = launch(place)
    }
    await sleep(20)
  }
}

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** With the server's own last word. */
function notStarted({ folder }: Place): Error {
  const path = join(folder, 'server.log')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
  const last = lines.findLast((line) => /(FATAL|PANIC|could not|cannot)/.test(line))
  const said = last === undefined ? '' : ` It said: ${last.replace(/^.*?(FATAL|PANIC): +/, '')}.`
  return new Error(`PostgreSQL did not start.${said} Its log is ${path}.`)
}

/** Ends a server that has not answered yet, when it is ours; another starter may have been first. */
async function giveUp({ folder }: Place, child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || isGone(child)) return
  child.kill('SIGINT')
  while (!isGone(child) && postmasterOf(folder) !== child.pid) await sleep(20)
  if (!isGone(child)) await endPostmaster(folder)
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

async function answers(place: Place): Promise<boolean> {
  const limits = { connectionTimeoutMillis: askMsMax, query_timeout: askMsMax }
  const client = new Client({ ...address(place), database: 'postgres', ...limits })
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

/** Asks again where the connection was lost, for example by a server that has restarted itself. */
async function isLastUser(place: Place, presence: Presence): Promise<boolean> {
  const deadline = Date.now() + askMsMax
  let asked = presence
  while (postmasterOf(place.folder) !== undefined && Date.now() < deadline) {
    try {
      const isLast = await asked.leave()
      // The last one keeps its connection, on which newcomers wait, until the server ends it.
      if (!isLast) await asked.end()
      return isLast
    } catch {
      await asked.end()
      await sleep(50)
      asked = await beKnown({ ...address(place), database: 'weir' }).catch(() => asked)
    }
  }
  return true
}
