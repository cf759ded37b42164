import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { poison } from '#test/fixtures/poison.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService()
disposeAfterTests(service)
const { database } = service

/** A browser session whose process has ended, `seconds` ago. */
async function addLost(teamId: string, seconds: number): Promise<string> {
  const id = newId()
  await database.query(
    `insert into browser_sessions (id, team_id, principal, owner, ttl_seconds, activity_ttl_seconds,
       stream_web_view, is_recorded, leased_until)
     values ($1, $2, '{"kind":"key","keyId":"${newId()}"}', gen_random_uuid(), 60, 60, false, false,
       now() - make_interval(secs => $3))`,
    [id, teamId, seconds],
  )
  return id
}

test('a session whose end cannot be stored does not delay those of other teams', async () => {
  const [broken, healthy] = [await addTeam(database), await addTeam(database)]
  await using stack = new AsyncDisposableStack()
  const condition = `new.team_id = '${broken.teamId}'`
  const poisoned = stack.use(await poison(database, 'activity', condition))
  const brokenId = await addLost(broken.teamId, 120)
  const healthyId = await addLost(healthy.teamId, 60)

  const { status, body } = await service.ask('GET', `/v2/interact/${healthyId}`, {
    key: healthy.key,
  })

  assert.deepEqual([status, body.status], [200, 'error'])
  const [aside] = await database.query<{ state: string; waits: boolean }>(
    `select state, leased_until > now() + interval '1 minute' as waits from browser_sessions where id = $1`,
    [brokenId],
  )
  assert.deepEqual(aside, { state: 'active', waits: true })
  await poisoned[Symbol.asyncDispose]()
  await database.query('update browser_sessions set leased_until = now() where id = $1', [brokenId])
  await setTimeout(10)
  const later = await service.ask('GET', `/v2/interact/${brokenId}`, { key: broken.key })
  assert.equal(later.body.status, 'error')
})
