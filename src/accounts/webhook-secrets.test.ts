import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createWebhookSecrets } from './webhook-secrets.ts'

const deriveKey = (name: string) => createHash('sha256').update(name).digest()

test('for a day after a change, deliveries are signed with the new and the previous secret', async () => {
  await using database = await testDatabase()
  const { teamId } = await addTeam(database)
  const secrets = createWebhookSecrets({ database, deriveKey })
  const first = await secrets.read(teamId)
  assert.deepEqual(await secrets.signing(teamId), [first])

  const second = await secrets.rotate(teamId)

  assert.notEqual(second, first)
  assert.equal(await secrets.read(teamId), second)
  assert.deepEqual(await secrets.signing(teamId), [second, first])
  await database.query(
    `update teams set webhook_secret_changed_at = now() - interval '25 hours' where id = $1`,
    [teamId],
  )
  assert.deepEqual(await secrets.signing(teamId), [second])
  assert.deepEqual(await secrets.signing(newId()), [])
})
