import type { Sql } from '#storage/database.ts'

/** Browser sessions that are open, in all processes. */
export const sessionsGauge = (database: Sql) => ({
  name: 'weir_browser_sessions',
  help: 'Browser sessions that are open, in all processes.',
  async read() {
    const [row] = await database.query<{ count: number }>(
      `select count(*) as count from browser_sessions where state = 'active'`,
      [],
    )
    return row?.count ?? 0
  },
})
