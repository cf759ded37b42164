import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createTeamDeletion } from './team-deletion.ts'

const minuteMs = 60_000

test('the sweep ends the work of deleted teams again for ten minutes, also after a failure', async () => {
  await using database = await testDatabase()
  const { teamId } = await addTeam(database)
  await addTeam(database)
  const time = await stopTime(database)
  let fails = true
  const ended: string[] = []
  const deletion = createTeamDeletion({
    database,
    async endWork(id) {
      if (fails) throw new Error('The process is stopped.')
      ended.push(id)
    },
  })
  await assert.rejects(deletion.delete(teamId), /stopped/)
  await assert.rejects(deletion.sweep(), /stopped/)
  fails = false
  await deletion.sweep()
  assert.deepEqual(ended, [teamId])
  await time.pass(9 * minuteMs)
  await deletion.sweep()
  await time.pass(2 * minuteMs)
  await deletion.sweep()
  await deletion.sweep()
  assert.deepEqual(ended, [teamId, teamId, teamId])
})
