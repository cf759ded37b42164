import type { Sql } from './database.ts'

/** Runs a part of a transaction. When it fails, what it has written is gone and the transaction goes on. */
export async function savepoint<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  await sql.query('savepoint part')
  try {
    const result = await work()
    await sql.query('release savepoint part')
    return result
  } catch (thrown) {
    await sql.query('rollback to savepoint part')
    throw thrown
  }
}
