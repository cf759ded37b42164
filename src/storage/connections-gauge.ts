import type { Database } from './database.ts'

/** Connections of this process to PostgreSQL: busy, idle, and statements that wait for one. */
export const connectionsGauge = (database: Pick<Database, 'connections'>) => ({
  name: 'weir_database_connections',
  help: 'Connections to PostgreSQL that are busy or idle, and statements that wait for one.',
  label: 'state',
  read: () => ({ ...database.connections() }),
})
