import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '#storage/database.ts'
import { createWordPurge } from './spelling.ts'

test('words that took too long are passed over, and fewer are looked at', async () => {
  const words = Array.from({ length: 500 }, (_, at) => `w${String(at).padStart(3, '0')}`)
  const asked: number[] = []
  const removed: string[] = []
  let isSlow = true
  const sql = {
    query: (statement: string, values: unknown[]) => {
      if (statement.startsWith('select')) {
        const [, after, most] = values as [string, string, number]
        asked.push(most)
        const rows = words.filter((word) => word > after).slice(0, most)
        return Promise.resolve(rows.map((word) => ({ team: 'a', word })))
      }
      if (isSlow) return Promise.reject(new Error('too slow'))
      removed.push(...(values[1] as string[]))
      return Promise.resolve([])
    },
  } as unknown as Sql
  const purging = createWordPurge({ sql })
  await assert.rejects(purging.purge(), /too slow/)
  isSlow = false
  await purging.purge()
  assert.deepEqual(asked, [200, 100])
  assert.equal(removed[0], 'w200')
  assert.equal(removed.length, 100)
})
