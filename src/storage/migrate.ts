import { basename } from 'node:path'
import { readErrorCode } from '#base/error-code.ts'
import type { Database, Sql } from './database.ts'
import { migrationsFolder, pendingMigrations, type MigrationFile } from './migration-files.ts'
import { savepoint } from './savepoint.ts'

/** Any number that all versions of Weir share. */
const lockNumber = 7_319_245

/**
 * Applies the numbered files of `folder` that this database does not have, in order, then each file of `functions/` that is
 * new or was changed. All or none; safe with several processes at once. Fails when a numbered file was changed after it was
 * applied, or when a newer version has changed the database.
 */
export async function migrate(database: Database, folder = migrationsFolder): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query('set local statement_timeout = 0')
    await sql.query(`select pg_advisory_xact_lock(${lockNumber})`)
    await sql.query(
      `create table if not exists migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { numbered, functions, isNewer } = await pendingMigrations(sql, folder)
    if (isNewer)
      throw new Error(
        'A newer version of Weir has changed this database, which this version cannot use. Start the newer version, or restore the backup from before the upgrade.',
      )
    for (const file of numbered) {
      await sql.query(file.text)
      await record(sql, file)
    }
    // Functions may call functions that are created later.
    await sql.query('set local check_function_bodies = off')
    for (const file of functions) {
      await defineFunction(sql, file)
      await record(sql, file)
    }
  })
}

async function record(sql: Sql, { name, checksum }: MigrationFile): Promise<void> {
  await sql.query(
    `insert into migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}

/** Replaces the function, or drops and creates it if its parameters or result have changed. */
async function defineFunction(sql: Sql, { name: path, text }: MigrationFile): Promise<void> {
  const name = basename(path, '.sql')
  const isReplaced = await replaces(sql, text)
  const signatures = await listSignatures(sql, name)
  if (isReplaced && signatures.length === 1) return
  for (const signature of signatures) await sql.query(`drop function ${signature}`)
  await sql.query(text)
  const { length } = await listSignatures(sql, name)
  if (length !== 1) throw new Error(`The file ${path} must define one function, named ${name}.`)
}

/** Returns false if PostgreSQL cannot replace the function, because its result or parameter names differ. */
async function replaces(sql: Sql, text: string): Promise<boolean> {
  try {
    await savepoint(sql, () => sql.query(text))
    return true
  } catch (thrown) {
    if (readErrorCode(thrown) === refused) return false
    throw thrown
  }
}

/** PostgreSQL's `invalid_function_definition`. */
const refused = '42P13'

/** Every overload of the function, as `drop function` takes it. */
async function listSignatures(sql: Sql, name: string): Promise<string[]> {
  const rows = await sql.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where proname = $1 and pronamespace = current_schema()::regnamespace`,
    [name],
  )
  return rows.map(({ signature }) => signature)
}
