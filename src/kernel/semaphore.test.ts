import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { mayTakeSlot, sharedSlots } from './fair-share.ts'
import { createSemaphore, type AcquiredSlot } from './semaphore.ts'

const never = new AbortController().signal

test('a single team gets all slots except the reserve, which another team gets at once', async () => {
  const semaphore = createSemaphore({ perTeamMax: 7, waitingMax: 100 })
  const busy = Array.from({ length: 20 }, () => semaphore.acquire({ teamId: 'a', signal: never }))
  await turn()
  assert.deepEqual([semaphore.taken, semaphore.waiting], [7, 13])

  using other = await semaphore.acquire({ teamId: 'b', signal: never })

  assert.ok(other.queuedMs < 1_000)
  assert.deepEqual([semaphore.taken, semaphore.waiting], [8, 13])
  assert.equal(busy.length, 20)
})

test('the second team does not get the whole reserve', async () => {
  const semaphore = createSemaphore({ perTeamMax: 32, waitingMax: 100 })
  for (const teamId of ['a', 'b', 'c']) {
    for (let i = 0; i < 40; i++) void semaphore.acquire({ teamId, signal: never })
  }
  await turn()
  assert.equal(semaphore.taken, 32 + 6 + 1)
  await semaphore.acquire({ teamId: 'd', signal: never })
})

test('an aborted caller leaves the queue, and the waiters of each team are limited', async () => {
  const semaphore = createSemaphore({ perTeamMax: 1, waitingMax: 1, refusal: 'Full.' })
  const slot = await semaphore.acquire({ teamId: 'a', signal: never })
  await semaphore.acquire({ teamId: 'c', signal: never })
  const impatient = new AbortController()
  const waiting = semaphore.acquire({ teamId: 'a', signal: impatient.signal })
  const refused = { code: 'SERVICE_UNAVAILABLE', message: 'Full.' }
  await assert.rejects(semaphore.acquire({ teamId: 'a', signal: never }), refused)
  const other = semaphore.acquire({ teamId: 'b', signal: never })
  impatient.abort(new Error('gone'))
  await assert.rejects(waiting, /gone/)

  slot[Symbol.dispose]()
  slot[Symbol.dispose]()
  await other
  assert.deepEqual([semaphore.taken, semaphore.waiting], [2, 0])
})

const teams = ['a', 'b', 'c', 'd']
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('acquire'), team: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release'), at: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abort'), at: fc.nat(50) }) },
)

test('any sequence of acquire, release and abort is bounded, ordered, fair and complete', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 12 }),
    fc.array(step, { minLength: 1, maxLength: 120 }),
    async (perTeamMax, steps) => {
      const run = startRun(perTeamMax)
      for (const it of steps) {
        if (it.kind === 'acquire') run.acquire(teams[it.team] ?? '')
        else if (it.kind === 'release') run.release(it.at)
        else run.abort(it.at)
        await turn()
        run.check()
      }
      await run.end()
    },
  )
  await fc.assert(property, { numRuns: 200 })
})

interface Asked {
  readonly team: string
  readonly abort: AbortController
  state: 'waiting' | 'granted' | 'over'
  slot?: AcquiredSlot
  /** Slots that other teams got while this was the first of its team, which had none. */
  readonly overtakenBy: Map<string, number>
}

/** Uses a semaphore and verifies its invariants. */
function startRun(perTeamMax: number) {
  const semaphore = createSemaphore({ perTeamMax, waitingMax: 1_000 })
  const shared = sharedSlots(perTeamMax)
  const all: Asked[] = []
  const of = (state: Asked['state'], team?: string) =>
    all.filter((it) => it.state === state && (team === undefined || it.team === team))
  const findFirst = (team: string) => of('waiting', team)[0]

  function granted(asked: Asked, slot: AcquiredSlot): void {
    assert.equal(findFirst(asked.team), asked, 'first in, first out within a team')
    asked.slot = slot
    asked.state = 'granted'
    for (const team of teams.filter((it) => it !== asked.team && of('granted', it).length === 0)) {
      const { overtakenBy } = findFirst(team) ?? {}
      const count = (overtakenBy?.get(asked.team) ?? 0) + 1
      overtakenBy?.set(asked.team, count)
      if (overtakenBy)
        assert.ok(count <= 1, `${team} got a second slot while ${asked.team} had none`)
    }
  }

  return {
    acquire(team: string): void {
      const abort = new AbortController()
      const asked: Asked = { team, abort, state: 'waiting', overtakenBy: new Map() }
      all.push(asked)
      semaphore.acquire({ teamId: team, signal: abort.signal }).then(
        (slot) => granted(asked, slot),
        () => (asked.state = 'over'),
      )
    },
    release(at: number): void {
      const occupied = of('granted')
      const asked = occupied[at % occupied.length]
      if (!asked) return
      asked.state = 'over'
      asked.slot?.[Symbol.dispose]()
    },
    abort(at: number): void {
      const waiting = of('waiting')
      waiting[at % waiting.length]?.abort.abort()
    },
    check(): void {
      const taken = of('granted').length
      assert.ok(taken <= shared.slots)
      assert.deepEqual([semaphore.taken, semaphore.waiting], [taken, of('waiting').length])
      for (const { team } of of('waiting')) {
        const occupied = of('granted', team).length
        const isForgotten = mayTakeSlot(shared, { occupied, free: shared.slots - taken })
        assert.ok(!isForgotten, `${team} could have a slot`)
      }
    },
    async end(): Promise<void> {
      while (of('granted').length > 0) {
        this.release(0)
        await turn()
        this.check()
      }
      assert.deepEqual([semaphore.taken, semaphore.waiting], [0, 0])
    },
  }
}
