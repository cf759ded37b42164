import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { giveTo, spawnIds, type ServerUser } from './server-user.ts'

/** Two segments are the least that the server keeps; the usual 16 MB are more than all else in a new folder. */
const walSegmentMb = 2

interface PostgresFolder {
  readonly folder: string
  /** Folder of the programs. */
  readonly bin: string
  readonly user: ServerUser
}

/** Creates the folder of the server's database unless it is there. Concurrent starts each create one of their own; one rename succeeds. */
export async function createPostgresFolder(
  { folder, bin, user }: PostgresFolder,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const draft = `${folder}.init-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  giveTo(draft, user.ids)
  const small = `--wal-segsize=${walSegmentMb}`
  const initdb = ['-D', draft, '-U', 'weir', '-A', 'trust', '-E', 'UTF8', '--locale=C', small]
  const [command = '', ...args] = [...user.prefix, join(bin, 'initdb'), ...initdb]
  try {
    await promisify(execFile)(command, args, { ...spawnIds(user), cwd: draft })
    appendFileSync(join(draft, 'postgresql.conf'), `min_wal_size = ${2 * walSegmentMb}MB\n`)
    renameSync(draft, folder)
  } catch (thrown) {
    // Ctrl-C is sent to the program as well.
    signal?.throwIfAborted()
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      throw notCreated(folder, thrown)
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function notCreated(folder: string, cause: unknown): Error {
  const { stderr = '' } = cause as { stderr?: string }
  // `initdb: error: what happened`, or a line of the server that it starts.
  const line = stderr
    .split('\n')
    .find((text) => text.includes('error: ') || text.includes('FATAL:'))
  const said = line?.slice(line.indexOf(': ') + 2).trim()
  const isFull = stderr.includes('No space left') || stderr.includes('Disk quota')
  const wayOut = isFull
    ? 'Free 100 MB there, or set WEIR_DATA_DIR to a folder on a larger disk.'
    : ''
  const what = `PostgreSQL could not create its folder ${folder}${said ? `: ${said}` : ''}.`
  return new Error(`${what} ${wayOut}`.trim(), { cause })
}
