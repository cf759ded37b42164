import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJobTypes, type JobType } from './job-types.ts'

const type: JobType = {
  kind: 'sample',
  publicName: 'sample',
  chargesPages: true,
  comparesPages: false,
  handlers: { page: () => Promise.reject(new Error('not called')), discover: async () => {} },
}

test('a job type is found by its kind once it is registered', () => {
  const types = createJobTypes()
  assert.throws(() => types.of('sample'), /No feature has registered the job type sample/)
  types.register(type)
  assert.equal(types.of('sample'), type)
})

test('a kind is registered once', () => {
  const types = createJobTypes()
  types.register(type)
  assert.throws(() => types.register(type), /registered twice/)
})

test('only job types that say how are shown', () => {
  const types = createJobTypes()
  const shownAs = { label: 'Sample', path: '/v2/sample' } as const
  types.register({ ...type, shownAs })
  types.register({ ...type, kind: 'part' })
  assert.deepEqual([...types.shown()], [['sample', shownAs]])
})
