import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFaultScopes } from '#kernel/fault-scopes.ts'
import { createGathering } from './discovery.ts'
import type { Job } from './jobs.ts'
import type { JobWork } from './job-handler.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const never: JobWork['page'] = () => Promise.reject(new Error('not asked for'))

const typeOfTest = { publicName: 'crawl', chargesPages: true, comparesPages: false }
const oneJob = [{ id: 'a job', teamId: 'a team', suspicion: 1 }]

function startGathering(gather: JobWork['gather'], waiting = [...oneJob]) {
  const stop = new AbortController()
  const held: { ids: readonly string[]; forMs: number }[] = []
  const gathered: string[] = []
  const work: JobWork = { page: never, gather }
  const gathering = createGathering(
    {
      worker: 'this',
      frontier: {
        claimGathering: async (_worker, { fullTeams }) => {
          const at = waiting.findIndex(({ teamId }) => !fullTeams.includes(teamId))
          return at === -1 ? undefined : waiting.splice(at, 1)[0]
        },
        holdGathering: async (ids, { forMs }) => void held.push({ ids, forMs }),
        abandonGathering: async () => {},
        accept: async () => true,
        gathered: async (id) => void gathered.push(id),
      },
      jobs: { byId: async (id) => ({ id, kind: 'crawl' }) as Job },
      jobTypes: { of: (kind) => ({ ...typeOfTest, kind, handlers: work }) },
      faultScopes: createFaultScopes(),
      log,
    },
    stop.signal,
  )
  return { gathering, held, gathered, stop }
}

test('what is being gathered stays held, and is given back at once when the process stops', async () => {
  const begun = Promise.withResolvers<void>()
  const { gathering, held, gathered, stop } = startGathering(async (_job, _accept, signal) => {
    begun.resolve()
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  })
  await gathering.claim()
  await begun.promise
  await gathering.renew()
  stop.abort()
  await gathering.end()
  assert.deepEqual(gathered, [])
  assert.deepEqual(
    held.map(({ ids, forMs }) => [ids, forMs > 0]),
    [
      [['a job'], true],
      [['a job'], false],
    ],
  )
})

test('what fails is tried again after a while, and what is done is not held any longer', async () => {
  const failing = startGathering(() => Promise.reject(new Error('the database is away')))
  await failing.gathering.claim()
  await failing.gathering.end()
  assert.deepEqual(
    failing.held.map(({ forMs }) => forMs > 0),
    [true],
  )
  assert.deepEqual(failing.gathered, [])

  const done = startGathering(() => Promise.resolve())
  await done.gathering.claim()
  await done.gathering.end()
  await done.gathering.renew()
  assert.deepEqual([done.held, done.gathered], [[], ['a job']])
})

test('jobs of one team leave room for those of others', async () => {
  const waiting = [...jobsOf('busy', 20), ...jobsOf('quiet', 1), ...jobsOf('other', 1)]
  const left = waiting.length
  const { gathering, stop } = startGathering(async (_job, _accept, signal) => {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }, waiting)

  while (await gathering.claim());

  assert.equal(left - waiting.length, 10)
  assert.ok(waiting.every(({ teamId }) => teamId === 'busy'))
  stop.abort()
  await gathering.end()
})

const jobsOf = (teamId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${teamId} ${n}`, teamId, suspicion: 1 }))
