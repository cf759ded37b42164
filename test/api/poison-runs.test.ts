import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService()
disposeAfterTests(service)
const { database } = service

test('a run that cannot be read fails after its attempts', async () => {
  const { teamId } = await addTeam(database)
  const id = newId()
  // Written under another secret; there are no attempts left.
  await database.query(
    `with run as (
       insert into agent_runs (id, team_id, kind, request, created_at, deadline_at, expires_at)
       values ($1, $2, 'agent', 'AAAA', now(), now() + interval '20 minutes', now() + interval '1 day'))
     insert into queue_items (queue, id, team_id, lane, attempts) values ('agent-runs', $1, $2, $1, 100)`,
    [id, teamId],
  )
  const find = async () => {
    const [run] = await database.query<{ state: string; error: string | null }>(
      'select state, error from agent_runs where id = $1',
      [id],
    )
    return run
  }
  while ((await find())?.state === 'processing') await setTimeout(20)
  assert.deepEqual(await find(), {
    state: 'failed',
    error: 'The run failed because of an error of the service.',
  })
  const waiting = () => database.query('select from queue_items where id = $1', [id])
  while ((await waiting()).length > 0) await setTimeout(20)
})
