import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { poison } from '#test/fixtures/poison.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createFormBatches } from './form-batches.ts'

const eventsMax = 5

/** What makes forming batches fail: a table, and the rows that cannot be written. */
const faults = {
  // The count of what is dropped fails as well.
  siem_settings: 'new.batched > 0 or new.dropped > 0',
  siem_batches: 'true',
  queue_items: 'true',
}
for (const [table, condition] of Object.entries(faults)) {
  test(`no more events than may wait, also while ${table} sets their team aside`, async () => {
    await using database = await testDatabase()
    let nowMs = Date.now()
    const clock = { now: () => new Date(nowMs) }
    const form = createFormBatches({ database, clock, eventsMax, log: silentLog })
    const { teamId } = await addTeam(database)
    await database.query(
      `insert into siem_settings (team_id, is_enabled, destination, updated_at) values ($1, true, '', now())`,
      [teamId],
    )
    let recorded = 0
    async function record(count: number): Promise<void> {
      for (let index = 0; index < count; index += 1)
        await database.query(
          `insert into siem_events (id, team_id, event, created_at) values ($1, $2, $3, now())`,
          [newId(), teamId, String(recorded++)],
        )
    }
    const waiting = async () => {
      const rows = await database.query<{ event: string }>(
        'select event from siem_events where batch_id is null order by position',
      )
      return rows.map(({ event }) => Number(event))
    }
    const poisoned = await poison(database, table, condition)
    await record(3)
    await form()
    for (let round = 0; round < 3; round += 1) {
      await record(20)
      await form()
      // The oldest ones stay.
      assert.deepEqual(await waiting(), [0, 1, 2, 3, 4])
    }
    const [state] = await database.query<{ dropped: number }>(
      'select dropped::float8 as dropped from siem_settings',
    )
    assert.equal(state?.dropped, table === 'siem_settings' ? 0 : recorded - eventsMax)
    await poisoned[Symbol.asyncDispose]()
    nowMs += 5 * 60_000
    await form()
    assert.deepEqual(await waiting(), [])
  })
}
