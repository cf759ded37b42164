import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFaultScopes } from '#kernel/fault-scopes.ts'
import { createDiscovery } from './discovery.ts'
import type { Job } from './job.ts'
import type { JobHandlers } from './job-handler.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const never: JobHandlers['page'] = () => Promise.reject(new Error('not called'))

const typeOfTest = { publicName: 'crawl', chargesPages: true, comparesPages: false }
const oneJob = [{ id: 'a job', teamId: 'a team', crashPoints: 1 }]

function startDiscovery(discover: JobHandlers['discover'], waiting = [...oneJob]) {
  const stop = new AbortController()
  const leases: { ids: readonly string[]; forMs: number }[] = []
  const ended: string[] = []
  const handlers: JobHandlers = { page: never, discover }
  const discovery = createDiscovery(
    {
      worker: 'this',
      frontier: {
        claimDiscovery: async (_worker, { fullTeams }) => {
          const at = waiting.findIndex(({ teamId }) => !fullTeams.includes(teamId))
          return at === -1 ? undefined : waiting.splice(at, 1)[0]
        },
        extendDiscovery: async (ids, { forMs }) => void leases.push({ ids, forMs }),
        abandonDiscovery: async () => {},
        addDiscovered: async () => true,
        endDiscovery: async (id) => void ended.push(id),
      },
      jobs: { byId: async (id) => ({ id, kind: 'crawl' }) as Job },
      jobTypes: { of: (kind) => ({ ...typeOfTest, kind, handlers }) },
      faultScopes: createFaultScopes(),
      log,
    },
    stop.signal,
  )
  return { discovery, leases, ended, stop }
}

test('the lease of a running discovery is renewed, and ended when the process stops', async () => {
  const started = Promise.withResolvers<void>()
  const { discovery, leases, ended, stop } = startDiscovery(async (_job, _add, signal) => {
    started.resolve()
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
  await discovery.claim()
  await started.promise
  await discovery.renew()
  stop.abort()
  await discovery.end()
  assert.deepEqual(ended, [])
  assert.deepEqual(
    leases.map(({ ids, forMs }) => [ids, forMs > 0]),
    [
      [['a job'], true],
      [['a job'], false],
    ],
  )
})

test('failed discovery is retried later, and finished discovery is not leased any longer', async () => {
  const failing = startDiscovery(() => Promise.reject(new Error('the database is away')))
  await failing.discovery.claim()
  await failing.discovery.end()
  assert.deepEqual(
    failing.leases.map(({ forMs }) => forMs > 0),
    [true],
  )
  assert.deepEqual(failing.ended, [])

  const done = startDiscovery(() => Promise.resolve())
  await done.discovery.claim()
  await done.discovery.end()
  await done.discovery.renew()
  assert.deepEqual([done.leases, done.ended], [[], ['a job']])
})

test('discovery for one team leaves slots to other teams', async () => {
  const waiting = [...addJobs('busy', 20), ...addJobs('quiet', 1), ...addJobs('other', 1)]
  const left = waiting.length
  const { discovery, stop } = startDiscovery(async (_job, _add, signal) => {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }, waiting)

  while (await discovery.claim());

  assert.equal(left - waiting.length, 10)
  assert.ok(waiting.every(({ teamId }) => teamId === 'busy'))
  stop.abort()
  await discovery.end()
})

const addJobs = (teamId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${teamId} ${n}`, teamId, crashPoints: 1 }))
