import { chown, copyFile, lstat, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { makeFolder } from '#kernel/make-folder.ts'
import { readErrorCode } from '#base/error-code.ts'
import type { Database, Sql } from './database.ts'

/** Files that belong to the running server or that a new one creates. */
const ofRunningServer =
  /^(postmaster\.(pid|opts)|server\.log)$|^\.s\.PGSQL\.|^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.|(^|\/)pgsql_tmp/
/** Temporary files of requests, and incomplete folders. */
const passing = /^(incoming|postgres(\.init-\d+)?)(\/|$)|\.tmp$/

const isKept = (path: string) => !passing.test(path)

/**
 * Copies the data folder while the service runs: PostgreSQL by its online backup (the copy recovers from its write-ahead log
 * at its first start), then everything else. The copy has every file that the database refers to at the end of the backup.
 * Throws an error with a sentence for the operator.
 */
export async function backUp(
  database: Database,
  { dataDir, to }: { readonly dataDir: string; readonly to: string },
): Promise<void> {
  const [from, target] = [resolve(dataDir), resolve(to)]
  if (`${target}${sep}`.startsWith(`${from}${sep}`)) {
    throw new Error('The backup cannot be inside the data folder. Choose another folder.')
  }
  makeFolder(target, 0o700)
  if ((await readdir(target)).length > 0) {
    throw new Error(`The folder ${target} is not empty. Choose a new one for each backup.`)
  }
  // Twice: files deleted while the database is copied are in the first pass, new files in the second.
  await copyTree({ from, to: target }, isKept)
  await copyDatabase(database, { from: join(from, 'postgres'), to: join(target, 'postgres') })
  await copyTree({ from, to: target }, isKept)
}

/** One session starts and ends the backup, which keeps the write-ahead log of that time. */
async function copyDatabase(
  database: Database,
  folders: { readonly from: string; readonly to: string },
): Promise<void> {
  const { from, to } = folders
  await database.transaction(async (sql) => {
    const slot = `weir_backup_${process.pid}`
    await sql.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    try {
      const label = await whileBackingUp(sql, () =>
        copyTree(folders, (path) => !ofRunningServer.test(path)),
      )
      await writeLike(join(from, 'PG_VERSION'), join(to, 'backup_label'), label)
      await copyTree({ from: join(from, 'pg_wal'), to: join(to, 'pg_wal') }, () => true)
    } finally {
      await sql.query('select pg_drop_replication_slot($1)', [slot])
    }
  })
}

/** Returns the backup label, which a server needs to recover from the copy. */
async function whileBackingUp(sql: Sql, copy: () => Promise<void>): Promise<string> {
  await sql.query('select pg_backup_start($1, true)', ['weir backup'])
  let failure: unknown
  await copy().catch((thrown: unknown) => (failure = thrown))
  const [end] = await sql.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(false)',
    [],
  )
  if (failure !== undefined || !end) throw failure
  return end.label
}

/** Copies files with owner and permissions. Skips files that are deleted meanwhile. */
async function copyTree(
  folders: { readonly from: string; readonly to: string },
  isPart: (path: string) => boolean,
  below = '',
): Promise<void> {
  const { from, to } = folders
  await makeLike(join(from, below), join(to, below))
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name)
    if (!isPart(path)) continue
    const work = entry.isDirectory()
      ? copyTree(folders, isPart, path)
      : entry.isFile()
        ? copyLike(join(from, path), join(to, path))
        : undefined
    await work?.catch(unlessMissing)
  }
}

async function makeLike(from: string, to: string): Promise<void> {
  const { mode } = await lstat(from)
  await mkdir(to, { recursive: true, mode: mode & 0o777 })
  await ownLike(from, to)
}

async function copyLike(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await ownLike(from, to)
}

async function writeLike(from: string, to: string, text: string): Promise<void> {
  await writeFile(to, text, { mode: 0o600 })
  await ownLike(from, to)
}

/** Sets the owner, because PostgreSQL does not run as root, but a backup may. */
async function ownLike(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await lstat(from)
  await chown(to, uid, gid)
}

function unlessMissing(thrown: unknown): void {
  if (readErrorCode(thrown) === 'ENOENT') return
  throw thrown
}
