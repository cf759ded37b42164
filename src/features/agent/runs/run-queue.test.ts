import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runLimits } from './run-queue.ts'

test('one team never has all runs that a process works on', () => {
  for (const runsMax of [1, 8, 16, 256]) {
    const { perProcess, perTeam } = runLimits(runsMax)
    assert.ok(perTeam >= 1 && perTeam < perProcess, `${perTeam} of ${perProcess}`)
  }
})
