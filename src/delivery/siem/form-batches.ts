import { isUnavailable } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { addItems } from '#queue/add-items.ts'
import type { Database, Sql } from '#storage/database.ts'
import { savepoint } from '#storage/savepoint.ts'
import { siemQueue } from './siem-queue.ts'

/** A request to Azure may have 1 MB; encrypted events are a third longer than what is sent. */
const batchBytesMax = 900_000
const batchEventsMax = 1_000
const batchesPerTick = 64
const teamsPerTick = 64
/** Time after which the events of a team are tried again whose batches could not be formed. */
const setAsideMs = 5 * 60_000

interface FormBatchesDeps {
  readonly database: Database
  readonly clock: Clock
  /** Events of a team that may wait. */
  readonly eventsMax: number
  readonly log: Log
}

/**
 * Forms batches of the events that have been written, and adds them to the queue. Events above the limit of their team are
 * dropped and counted. A team whose batches cannot be formed is tried again later, and delays no others. One process at a time.
 * Returns whether more may be waiting.
 */
export function createFormBatches(deps: FormBatchesDeps) {
  const { database, clock, log } = deps
  const formNextBatch = createFormBatch(deps)
  /** When each team that is set aside is tried again. */
  const setAside = new Map<string, number>()

  async function formAll(sql: Sql, failed: Map<string, unknown>): Promise<boolean> {
    const [lock] = await sql.query<{ isMine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('siem batches', 0)) as "isMine"`,
    )
    if (!lock?.isMine) return false
    const teams = await sql.query<{ id: string }>(
      `select distinct team_id as id from siem_events
       where batch_id is null and team_id <> all($2::uuid[]) limit $1`,
      [teamsPerTick, [...setAside.keys()]],
    )
    // No batches are formed of theirs, and yet no more events wait than may.
    for (const id of setAside.keys()) await limitWaiting(sql, id, deps)
    let isMore = teams.length === teamsPerTick
    for (const { id } of teams) {
      try {
        if (await savepoint(sql, () => formNextBatch(sql, id))) isMore = true
      } catch (err) {
        failed.set(id, err)
      }
    }
    return isMore
  }

  return async (): Promise<boolean> => {
    const now = clock.now().getTime()
    for (const [teamId, until] of setAside) if (until <= now) setAside.delete(teamId)
    const waiting = 'select from siem_events where batch_id is null limit 1'
    if ((await database.query(waiting)).length === 0) return false
    const failed = new Map<string, unknown>()
    const isMore = await database.transaction((sql) => formAll(sql, failed))
    // Only now is it known that the connection was not what failed.
    for (const [teamId, err] of failed) {
      log.warn({ err, teamId }, 'events of a team set aside')
      setAside.set(teamId, now + setAsideMs)
    }
    return isMore
  }
}

/** Forms the batches of one team. Returns whether more of its events may be waiting. */
function createFormBatch({ eventsMax }: Pick<FormBatchesDeps, 'eventsMax'>) {
  async function formNextBatch(sql: Sql, teamId: string): Promise<boolean> {
    const [state] = await sql.query<{ isEnabled: boolean; batched: number }>(
      `select is_enabled as "isEnabled", batched::float8 as batched from siem_settings
       where team_id = $1 for no key update`,
      [teamId],
    )
    if (state?.isEnabled !== true) return removeAll(sql, teamId)
    let room = eventsMax - state.batched
    for (let formed = 0; formed < batchesPerTick; formed++) {
      if (room <= 0) return dropRest(sql, teamId)
      const id = newId()
      const events = await formBatch(sql, { id, teamId, eventsMax: Math.min(room, batchEventsMax) })
      if (events === 0) return false
      room -= events
    }
    return true
  }

  return formNextBatch
}

/** The team wants no events any more. */
async function removeAll(sql: Sql, teamId: string): Promise<false> {
  await sql.query('delete from siem_events where team_id = $1 and batch_id is null', [teamId])
  return false
}

/** The events of a team after the oldest ones that may wait. */
const dropAfter = `delete from siem_events where id in (
  select id from siem_events where team_id = $1 and batch_id is null order by position offset $2)`

async function dropRest(sql: Sql, teamId: string, kept = 0): Promise<false> {
  await sql.query(
    `with dropped as (${dropAfter} returning id)
     update siem_settings set dropped = siem_settings.dropped + (select count(*) from dropped)
     where team_id = $1 and exists (select from dropped)`,
    [teamId, kept],
  )
  return false
}

async function formBatch(
  sql: Sql,
  { id, teamId, eventsMax: most }: { id: string; teamId: string; eventsMax: number },
): Promise<number> {
  const rows = await sql.query(
    `update siem_events set batch_id = $1 where id in (
       select id from (
         select id, sum(octet_length(event)) over (order by position) as bytes
         from (select id, event, position from siem_events
           where team_id = $2 and batch_id is null order by position limit $3) oldest) sized
       where bytes <= $4)
     returning id`,
    [id, teamId, most, batchBytesMax],
  )
  if (rows.length === 0) return 0
  await sql.query(
    'insert into siem_batches (id, team_id, events, created_at) values ($1, $2, $3, now())',
    [id, teamId, rows.length],
  )
  await sql.query('update siem_settings set batched = batched + $2 where team_id = $1', [
    teamId,
    rows.length,
  ])
  await addItems(sql, siemQueue, [{ id, teamId, lane: teamId, keyOf: undefined }])
  return rows.length
}

/** Drops the events of a team above its limit; without counting them, if the count is what fails. */
async function limitWaiting(
  sql: Sql,
  teamId: string,
  { eventsMax, log }: Pick<FormBatchesDeps, 'eventsMax' | 'log'>,
): Promise<void> {
  const [state] = await sql.query<{ batched: number }>(
    'select batched::float8 as batched from siem_settings where team_id = $1',
    [teamId],
  )
  const kept = Math.max(0, eventsMax - (state?.batched ?? 0))
  await savepoint(sql, () => dropRest(sql, teamId, kept)).catch(async (err: unknown) => {
    if (isUnavailable(err)) throw err
    const dropped = await sql.query(`${dropAfter} returning id`, [teamId, kept])
    if (dropped.length > 0) log.warn({ err, teamId, events: dropped.length }, 'events dropped')
  })
}
