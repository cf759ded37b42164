import { existsSync, readFileSync } from 'node:fs'
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
  const used = new Map(connections.map(({ pid }) => [pid, 0]))
  return () => {
    // A connection that has been closed keeps its last value.
    for (const [pid, before] of used) used.set(pid, readMilliseconds(pid) ?? before)
    const { user, system } = process.cpuUsage()
    return [...used.values()].reduce((sum, one) => sum + one, (user + system) / 1_000)
  }
}

function readMilliseconds(pid: number): number | undefined {
  const path = `/proc/${pid}/schedstat`
  if (!existsSync(path)) return undefined
  const [running] = readFileSync(path, 'utf8').split(' ')
  return Number(running) / 1e6
}
