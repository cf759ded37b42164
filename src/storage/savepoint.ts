import type { Sql } from './database.ts'

/** Runs a part of a transaction. If it fails, its writes are rolled back and the transaction can continue. */
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
