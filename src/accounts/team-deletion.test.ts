import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createTeamDeletion } from './team-deletion.ts'

const minuteMs = 60_000

test('the sweep ends the work of deleted teams again for ten minutes, also after a failure', async () => {
  await using database = await testDatabase()
  const { teamId } = await addTeam(database)
  await addTeam(database)
  let nowMs = Date.UTC(2026, 0, 1)
  let fails = true
  const ended: string[] = []
  const deletion = createTeamDeletion({
    database,
    clock: { now: () => new Date(nowMs) },
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
  nowMs += 9 * minuteMs
  await deletion.sweep()
  nowMs += 2 * minuteMs
  await deletion.sweep()
  await deletion.sweep()
  assert.deepEqual(ended, [teamId, teamId, teamId])
})
