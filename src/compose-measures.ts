import type { Frontier } from '#jobs/frontier.ts'
import { timed, type Measures } from '#kernel/measures.ts'
import type { Database } from '#storage/database.ts'

/** The same, with the time of everything that is asked of it. */
export const measuredDatabase = (database: Database, { query }: Measures): Database => ({
  ...database,
  query: (text, values) =>
    timed(
      () => database.query(text, values),
      (seconds) => query('query', seconds),
    ),
  transaction: (work) =>
    timed(
      () => database.transaction(work),
      (seconds) => query('transaction', seconds),
    ),
  write: (work) =>
    timed(
      () => database.write(work),
      (seconds) => query('write', seconds),
    ),
})

/** The same, with the time and the pages of each claim. */
export const measuredClaims = (frontier: Frontier, measures: Measures): Frontier => ({
  ...frontier,
  claim: (worker, capacity) =>
    timed(
      () => frontier.claim(worker, capacity),
      (seconds, pages) => measures.claim(pages?.length ?? 0, seconds),
    ),
})
