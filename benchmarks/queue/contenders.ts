import type { EmbeddedPostgres } from '#storage/embedded-postgres.ts'
import type { Database } from '#storage/database.ts'
import { loadPeer } from '#benchmarks/peers/peers.ts'
import { createLeases } from '#queue/leases.ts'
import { addItems } from '#queue/add-items.ts'
import type { Queue } from '#queue/queue.ts'
import { startQueues } from '#queue/run-queues.ts'
import { createNotifier } from '#queue/notifier.ts'
import { newId } from '#kernel/ids.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'

/** Maximum concurrent items of one team, for both. */
const perTeam = 32

/** A measured queue. */
export interface Contender {
  readonly name: string
  /** Adds one item for each team of the list, in one statement. */
  add(teams: readonly string[]): Promise<void>
  /** Adds them in one transaction with a row of the caller. */
  addWithRow(database: Database, teams: readonly string[]): Promise<void>
  claim(wanted: number): Promise<readonly { readonly id: string; readonly teamId: string }[]>
  finish(ids: readonly string[]): Promise<void>
  clear(): Promise<void>
  /** Polls this many empty queues until disposed. */
  idle(queues: number): Promise<AsyncDisposable>
}

const makeQueue = (name: string): Queue => ({
  name,
  limits: { perProcess: 128, perTeam, retriesPerLane: 8, isOrdered: false },
  retryMs: [60_000],
  run: async () => async () => {},
  giveUp: () => async () => {},
})

const makeItems = (teams: readonly string[]) =>
  teams.map((teamId) => ({ id: newId(), teamId, lane: teamId, keyOf: undefined }))
const makeJobs = (teams: readonly string[]) =>
  teams.map((team) => ({ data: { team }, group: { id: team } }))

export function ownQueue(database: Database): Contender {
  const worker = newId()
  const leases = createLeases({ worker })
  const queue = makeQueue('benchmark')
  return {
    name: 'own table',
    add: (teams) => addItems(database, queue.name, makeItems(teams)),
    addWithRow: (to, teams) =>
      to.transaction(async (sql) => {
        await sql.query('insert into benchmark_rows values ($1)', [newId()])
        await addItems(sql, queue.name, makeItems(teams))
      }),
    claim: (wanted) => leases.claim(database, queue, wanted),
    async finish(ids) {
      await database.query('select remove_queue_items($1, $2)', [queue.name, ids])
    },
    async clear() {
      await database.query('truncate queue_items', [])
    },
    async idle(count) {
      const queues = Array.from({ length: count }, (_, n) => makeQueue(`idle-${n}`))
      const notifier = createNotifier()
      return startQueues({ worker, queues, database, notifier, log: silentLog })
    },
  }
}

interface Boss {
  start(): Promise<unknown>
  stop(options: object): Promise<void>
  createQueue(name: string, options?: object): Promise<void>
  insert(name: string, jobs: readonly object[], options?: object): Promise<unknown>
  fetch(name: string, options: object): Promise<readonly { id: string; data: { team: string } }[]>
  complete(name: string, ids: readonly string[]): Promise<unknown>
  deleteAllJobs(name: string): Promise<unknown>
  work(name: string, options: object, handler: () => Promise<void>): Promise<string>
  offWork(name: string): Promise<void>
  on(event: 'error', listener: (error: unknown) => void): void
}

/** `limitsTeams`: uses the option for concurrent jobs per group, which limits the items of a team. */
export async function pgBoss(
  connection: EmbeddedPostgres['connection'],
  { limitsTeams }: { readonly limitsTeams: boolean },
): Promise<Contender & AsyncDisposable> {
  const { PgBoss } = await loadPeer<{ PgBoss: new (options: object) => Boss }>('pg-boss')
  const boss = new PgBoss({ ...connection, schedule: false })
  boss.on('error', (error) => process.stderr.write(`${String(error)}\n`))
  await boss.start()
  const name = limitsTeams ? 'limited' : 'plain'
  await boss.createQueue(name)
  return {
    name: limitsTeams ? 'pg-boss, limit per group' : 'pg-boss',
    async add(teams) {
      await boss.insert(name, makeJobs(teams))
    },
    addWithRow: (to, teams) =>
      to.transaction(async (sql) => {
        await sql.query('insert into benchmark_rows values ($1)', [newId()])
        const db = {
          executeSql: async (text: string, values?: readonly string[]) => ({
            rows: await sql.query(text, values),
          }),
        }
        await boss.insert(name, makeJobs(teams), { db })
      }),
    async claim(batchSize) {
      const limit = limitsTeams ? { groupConcurrency: perTeam } : {}
      const jobs = await boss.fetch(name, { batchSize, ...limit })
      return jobs.map(({ id, data }) => ({ id, teamId: data.team }))
    },
    async finish(ids) {
      await boss.complete(name, ids)
    },
    async clear() {
      await boss.deleteAllJobs(name)
    },
    async idle(count) {
      for (let n = 0; n < count; n++) {
        await boss.createQueue(`idle-${n}`)
        await boss.work(`idle-${n}`, { pollingIntervalSeconds: 0.5 }, async () => {})
      }
      return {
        async [Symbol.asyncDispose]() {
          for (let n = 0; n < count; n++) await boss.offWork(`idle-${n}`)
        },
      }
    },
    [Symbol.asyncDispose]: () => boss.stop({ graceful: false }),
  }
}
