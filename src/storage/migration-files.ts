import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from './database.ts'

/** The files of this version. */
export const migrationsFolder = join(import.meta.dirname, '../../migrations')

const numberedShape = /^\d{4}_[a-z0-9_]+\.sql$/
const functionShape = /^[a-z][a-z0-9_]*\.sql$/
const functionPrefix = 'functions/'

export interface MigrationFile {
  /** Path below the folder of migrations. */
  readonly name: string
  readonly text: string
  /** SHA-256 of the text in hexadecimal. */
  readonly checksum: string
}

/** Migrations that a database needs to match the files of this version. */
export interface PendingMigrations {
  /** Numbered files that were not applied, in order. */
  readonly numbered: readonly MigrationFile[]
  /** Functions whose file is new or was changed. Empty for a newer database. */
  readonly functions: readonly MigrationFile[]
  /** A newer version has migrated this database. */
  readonly isNewer: boolean
}

/** Compares a database with the files in `folder`. Fails when a numbered file was changed after it was applied. */
export async function pendingMigrations(
  sql: Sql,
  folder = migrationsFolder,
): Promise<PendingMigrations> {
  const applied = await readApplied(sql)
  const files = readFiles(folder, { shape: numberedShape })
  for (const { name, checksum } of files) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Error(`The migration ${name} was changed after this database had applied it.`)
    }
  }
  const known = new Set(files.map(({ name }) => name))
  const isNewer = [...applied.keys()].some(
    (name) => !name.startsWith(functionPrefix) && !known.has(name),
  )
  const functions = isNewer
    ? []
    : readFiles(folder, { shape: functionShape, prefix: functionPrefix })
  return {
    numbered: files.filter(({ name }) => !applied.has(name)),
    functions: functions.filter(({ name, checksum }) => applied.get(name) !== checksum),
    isNewer,
  }
}

/** Changes with each of the files of this version. */
export function migrationsChecksum(): string {
  const files = [
    ...readFiles(migrationsFolder, { shape: numberedShape }),
    ...readFiles(migrationsFolder, { shape: functionShape, prefix: functionPrefix }),
  ]
  return files.map(({ name, checksum }) => name + checksum).join()
}

async function readApplied(sql: Sql): Promise<Map<string, string>> {
  const [found] = await sql.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  )
  if (!found?.exists) return new Map()
  const rows = await sql.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function readFiles(
  folder: string,
  { shape, prefix = '' }: { readonly shape: RegExp; readonly prefix?: string },
): MigrationFile[] {
  const path = join(folder, prefix)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((file) => shape.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(path, file), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name: `${prefix}${file}`, text, checksum }
    })
}
