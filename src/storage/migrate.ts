import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'

const folder = join(import.meta.dirname, '../../migrations')
const fileShape = /^\d{4}_[a-z0-9_]+\.sql$/
/** Any number, as long as every version of Weir takes the same. */
const lockNumber = 7_319_245

/**
 * Applies the files of `migrations/` that this database has not had, in order, all or none.
 * Safe with several processes at once. Fails when an applied file has been changed since.
 */
export async function migrate(database: Database): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => fileShape.test(name))
    .toSorted()
  await database.transaction(async (sql) => {
    await sql.query('set local statement_timeout = 0')
    await sql.query(`select pg_advisory_xact_lock(${lockNumber})`)
    await sql.query(
      `create table if not exists migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const rows = await sql.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations',
    )
    const checksums = new Map(rows.map((row) => [row.name, row.checksum]))
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const applied = checksums.get(name)
      if (applied === checksum) continue
      if (applied !== undefined) {
        throw new Error(`The migration ${name} was changed after this database had applied it.`)
      }
      await sql.query(text)
      await sql.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    }
  })
}
