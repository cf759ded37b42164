import { readFileSync } from 'node:fs'
import type { Sql } from '#storage/database.ts'

const connectionsMax = 20

/**
 * Reads the CPU time in milliseconds that this process and the connections of the database have used so far. Unlike the time on the
 * clock it depends little on what else the machine does. Linux only.
 */
export async function openCpuTime(database: Sql): Promise<() => number> {
  const open = Array.from({ length: connectionsMax }, () => database.query('select pg_sleep(0.1)'))
  await Promise.all(open)
  const connections = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()`,
  )
  return () => {
    const { user, system } = process.cpuUsage()
    const used = connections.map(({ pid }) => nanosecondsOf(pid) / 1e6)
    return used.reduce((sum, one) => sum + one, 0) + (user + system) / 1_000
  }
}

function nanosecondsOf(pid: number): number {
  const [running] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(running)
}
