import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { createComparer } from './create-comparer.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const url = 'https://site.example/'
const { signal } = new AbortController()
const lines = (count: number, last: string) =>
  [...Array.from({ length: count }, (_, index) => `Line number ${index} of the page`), last].join(
    '\n\n',
  )

test('large pages are compared in a thread, with the same result as small ones', async () => {
  await using comparer = createComparer()
  const compare = (count: number, before: string, after: string) =>
    comparer.compare(
      {
        previous: { markdown: lines(count, before) },
        current: { markdown: lines(count, after) },
        url,
      },
      callerUntil(signal),
    )

  for (const count of [3, 20_000]) {
    assert.equal((await compare(count, 'a', 'a ')).status, 'same')
    const changed = await compare(count, 'the old end', 'the new end')
    assert.ok(changed.status === 'changed')
    assert.match(changed.diff.text, /-the old end\n[^]*\+the new end/)
  }
})

const text = (seed: number, length = 60_000) =>
  Array.from({ length }, (_, index) => `w${(index * seed) % 977} and ${index % seed}`).join('\n')

test('pages without common text are compared in bounded time', async () => {
  await using comparer = createComparer()
  const result = await comparer.compare(
    { previous: { markdown: text(31) }, current: { markdown: text(37) }, url },
    callerUntil(AbortSignal.timeout(240_000)),
  )

  assert.equal(result.status, 'changed')
})

test('a comparison is cancelled when the caller disconnects', async () => {
  await using comparer = createComparer()
  const gone = AbortSignal.abort(new Error('gone'))
  const input = { previous: { markdown: 'a' }, current: { markdown: 'b' }, url }

  await assert.rejects(comparer.compare(input, callerUntil(gone)), /gone/)
})

test('slow comparisons of one team do not delay those of another', async () => {
  await using comparer = createComparer()
  const ended: string[] = []
  const stop = new AbortController()
  const compare = async (team: string) => {
    const input = {
      previous: { markdown: text(31, 5_000) },
      current: { markdown: text(37, 5_000) },
      url,
    }
    await comparer.compare(input, callerUntil(stop.signal, team))
    ended.push(team)
  }

  const many = Array.from({ length: 40 }, () => compare('hostile'))
  await compare('quiet')

  // No more than have a thread already end before it.
  assert.ok(ended.length <= 2 * availableParallelism(), `${ended.length} ended before`)
  stop.abort(new Error('enough'))
  await Promise.allSettled(many)
})
