import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { createAskOne } from './ask-one.ts'
import { createAskProviders } from './ask.ts'
import { createHealth } from './health.ts'
import {
  SearchProviderError,
  type FailureKind,
  type Hit,
  type SearchProvider,
} from './providers/provider.ts'
import { parseQuery } from './query.ts'
import type { Send } from './send.ts'
import { readTimeRange } from './time-range.ts'
import type { Wanted } from './wanted.ts'

const start = new Date('2026-11-22T10:00:00Z')
const wanted: Wanted = {
  source: 'web',
  query: parseQuery('x'),
  sites: [],
  notSites: [],
  fileTypes: [],
  anyOf: { sites: [], fileTypes: [] },
  time: readTimeRange(undefined, start),
  tbs: undefined,
  filter: undefined,
  language: 'en',
  country: undefined,
  location: undefined,
  safe: undefined,
  limit: 10,
}

function provider(name: string, own: Partial<SearchProvider> = {}): SearchProvider {
  return {
    name,
    sources: ['web'],
    supports: {
      operators: 'all',
      siteLists: false,
      time: 'none',
      country: true,
      language: true,
      location: true,
      safe: true,
    },
    limits: { perPage: { web: 10 }, pagesMax: 1, queryCharsMax: 400 },
    pace: { perMs: 0 },
    isFree: true,
    request: () => ({ url: '', headers: {} }),
    read: () => [],
    ...own,
  }
}

const makeHit = (name: string): Hit => ({ url: `https://${name}.example/`, title: name, text: '' })

/** Long, because a limit or failure of a provider that was overtaken is not recorded. */
const neverMs = 600_000

/** Providers by what they do; the clock is turned by hand. */
async function startAsking(
  behaviour: Record<string, () => Promise<Hit[]>>,
  { hedgesPaid = false, hedgeMs = neverMs } = {},
) {
  const database = await testDatabase()
  const { pass } = await stopTime(database, start.getTime())
  const calls = new Map<string, number>()
  const health = createHealth({ database })
  const send: Send = async ({ name }) => {
    calls.set(name, (calls.get(name) ?? 0) + 1)
    return (await behaviour[name]?.()) ?? []
  }
  const askOne = createAskOne({ send, health, log: silentLog })
  return {
    ask: createAskProviders({ askOne, hedgesPaid, hedgeMs }),
    calls,
    pass,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

const works = (name: string) => async () => [makeHit(name)]
const fails = (kind: FailureKind, retryAfterMs?: number) => async () => {
  throw new SearchProviderError(kind, kind, retryAfterMs)
}
const slow = async () => setTimeout(2_000, [makeHit('slow')], { ref: false })
const makeCaller = (signal: AbortSignal, teamId = 'team') => ({ teamId, signal })
const never = makeCaller(new AbortController().signal)

test('a provider that limits requests is not called until its cooldown is over', async () => {
  await using asking = await startAsking({ a: fails('limited', 30_000), b: works('b') })
  for (let round = 0; round < 100; round++) {
    const { hits } = await asking.ask([provider('a'), provider('b')], wanted, never)
    assert.deepEqual(hits, [makeHit('b')])
    await asking.pass(1_000)
  }
  assert.equal(asking.calls.get('a'), 2)
})

test('a provider that fails three times gets a cooldown, and one success resets it', async () => {
  const state = { isBroken: true }
  await using asking = await startAsking({
    a: async () => (state.isBroken ? await fails('failed')() : [makeHit('a')]),
  })
  const names = async () => {
    const { provider: answered, notes } = await asking.ask([provider('a')], wanted, never)
    return answered ? 'answered' : notes.join()
  }
  const rounds = []
  for (let round = 0; round < 4; round++) rounds.push(await names())
  assert.deepEqual(rounds, ['a: failed', 'a: failed', 'a: failed', 'a is paused'])
  await asking.pass(61_000)
  state.isBroken = false
  assert.deepEqual([await names(), await names()], ['answered', 'answered'])
})

test('calls that start together reach a provider in any order', async () => {
  await using asking = await startAsking({ a: works('a') })
  for (let round = 0; round < 3; round++) {
    const { hits, notes } = await asking.ask([provider('a')], wanted, never)
    assert.deepEqual([hits, notes], [[makeHit('a')], []])
    await asking.pass(-5)
  }
})

test('a query that a provider refuses does not keep it from others', async () => {
  await using asking = await startAsking({ a: fails('refused') })
  for (let round = 0; round < 5; round++) await asking.ask([provider('a')], wanted, never)
  assert.equal(asking.calls.get('a'), 5)
})

test('a quota is used completely and resets at midnight', async () => {
  await using asking = await startAsking({ a: works('a') })
  const few = provider('a', { pace: { perMs: 0, perDay: 5 } })
  for (let round = 0; round < 9; round++) await asking.ask([few], wanted, never)
  assert.equal(asking.calls.get('a'), 5)
  await asking.pass(14 * 3_600_000)
  await asking.ask([few], wanted, never)
  assert.equal(asking.calls.get('a'), 6)
})

test('a free provider is called beside a slow one, others only with permission', async () => {
  const paid = provider('paid', { isFree: false })
  await using free = await startAsking(
    { slow, fast: works('fast'), paid: works('paid') },
    { hedgeMs: 20 },
  )
  const asked = await free.ask([provider('slow'), provider('fast')], wanted, never)
  assert.equal(asked.provider?.name, 'fast')
  assert.equal((await free.ask([provider('slow'), paid], wanted, never)).provider?.name, 'slow')
  await using all = await startAsking(
    { slow, paid: works('paid') },
    { hedgesPaid: true, hedgeMs: 20 },
  )
  assert.equal((await all.ask([provider('slow'), paid], wanted, never)).provider?.name, 'paid')
})

test('a team whose calls hang leaves calls to other teams', async () => {
  const calls: string[] = []
  const all = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<Hit[]>()
  await using asking = await startAsking({
    a: () => {
      calls.push('a')
      if (calls.length === 32) all.resolve()
      return promise
    },
    b: works('b'),
  })
  const own = Array.from({ length: 100 }, () =>
    asking.ask([provider('a')], wanted, makeCaller(never.signal, 'busy')),
  )
  await all.promise
  const other = await asking.ask([provider('b')], wanted, makeCaller(never.signal, 'other'))
  assert.deepEqual(other.hits, [makeHit('b')])
  assert.equal(calls.length, 32)
  resolve([])
  await Promise.all(own)
})

test('after an empty response the next provider is called, and the response still counts as success', async () => {
  await using asking = await startAsking({ a: async () => [], b: fails('failed') })
  const {
    hits,
    provider: answered,
    notes,
  } = await asking.ask([provider('a'), provider('b')], wanted, never)
  assert.deepEqual([hits, answered?.name, notes], [[], 'a', ['b: failed']])
})
