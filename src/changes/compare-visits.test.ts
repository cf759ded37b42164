import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { compareVisits } from './compare-visits.ts'
import { createComparer } from './create-comparer.ts'

const url = 'https://shop.example/'
const page = (text: string) => ({ markdown: `Boats pay for a night at the pier.\n\n${text}` })
const versions = { previous: page('A guest: fine.'), current: page('A guest: poor.'), url }
const caller = { teamId: 'team', signal: new AbortController().signal }

test('a change stands if the page cannot be loaded again, and a fault of the service is not hidden', async () => {
  await using comparer = createComparer()
  const compare = (readAgain: () => Promise<undefined>) =>
    compareVisits(comparer, { ...versions, readAgain }, caller)

  const refused = await compare(() => Promise.reject(new ServiceError('SCRAPE_SITE_ERROR')))
  assert.equal(refused.status, 'changed')
  const absent = await compare(() => Promise.resolve(undefined))
  assert.equal(absent.status, 'changed')
  await assert.rejects(
    compare(() => Promise.reject(new TypeError('a fault'))),
    TypeError,
  )
})

test('without time for another visit, and without a change, the page is not loaded again', async () => {
  await using comparer = createComparer()
  let visits = 0
  const readAgain = async () => {
    visits += 1
    return versions.current
  }
  const soon = { deadlineAt: new Date(Date.now() + 5_000) }
  assert.equal(
    (await compareVisits(comparer, { ...versions, ...soon, readAgain }, caller)).status,
    'changed',
  )
  const same = { ...versions, current: versions.previous, readAgain }
  assert.equal((await compareVisits(comparer, same, caller)).status, 'same')
  assert.equal(visits, 0)
})

test('a wait for another visit ends with the reason of the signal', async () => {
  await using comparer = createComparer()
  const stopping = new AbortController()
  const reason = new Error('stopped')
  const compared = compareVisits(
    comparer,
    { ...versions, readAgain: async () => versions.current },
    { teamId: 'team', signal: stopping.signal },
  )
  setImmediate(() => stopping.abort(reason))
  await assert.rejects(compared, reason)
})
