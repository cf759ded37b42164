import type { Database, Sql, SqlValue } from './database.ts'

type Sealed = string | Buffer

/** A column whose values the secret of the service encrypts. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Returns the value encrypted with the current secret; undefined if the former secret has not encrypted it. */
  readonly renew: (value: never, row: Readonly<Record<string, string>>) => Sealed | undefined
}

const rowsAtOnce = 500

/**
 * Encrypts the values of a column with the current secret, in small statements beside a running service, and returns how
 * many. A value that changes meanwhile is left: the process that writes it knows the current secret.
 */
export async function reseal(
  database: Database,
  { table, column, renew }: SealedColumn,
  signal: AbortSignal,
): Promise<number> {
  const keys = await findPrimaryKey(database, table)
  const names = keys.map(({ name }) => name).join(', ')
  const places = keys.map(({ type }, at) => `$${at + 1}::${type}`).join(', ')
  const shown = keys.map(({ name }) => `${name}::text as ${name}`).join(', ')
  let after: readonly SqlValue[] | undefined
  let renewed = 0
  for (;;) {
    signal.throwIfAborted()
    const rows = await database.query<Record<string, string> & { value: Sealed }>(
      `select ${shown}, ${column} as value from ${table}
       where ${column} is not null ${after ? `and (${names}) > (${places})` : ''}
       order by ${keys.map(({ name }) => `${table}.${name}`).join(', ')} limit ${rowsAtOnce}`,
      after ?? [],
    )
    for (const row of rows) {
      const value = renew(row.value as never, row)
      const key = keys.map(({ name }) => row[name] ?? null)
      if (value === undefined) continue
      const at = key.length
      await database.query(
        `update ${table} set ${column} = $${at + 1} where (${names}) = (${places}) and ${column} = $${at + 2}`,
        [...key, value, row.value],
      )
      renewed += 1
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return renewed
    after = keys.map(({ name }) => last[name] ?? null)
  }
}

/** Columns of the primary key in its order. */
const findPrimaryKey = (sql: Sql, table: string) =>
  sql.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, null) as type
     from pg_index i
       cross join unnest(i.indkey) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
     where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [table],
  )
