import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createFaultScopes } from './fault-scopes.ts'

test('an error thrown later on behalf of an operation fails only this operation', async () => {
  const faultScopes = createFaultScopes()
  const fault = new Error('in a callback')
  let wasAborted = false
  const failing = faultScopes.run(async (failed) => {
    failed.addEventListener('abort', () => (wasAborted = true))
    globalThis.setTimeout(() => assert.equal(faultScopes.fail(fault), true), 1)
    await new Promise(() => {})
  })
  const other = faultScopes.run(() => setTimeout(20, 'done'))

  await assert.rejects(failing, fault)
  assert.deepEqual([wasAborted, await other], [true, 'done'])
})

test('an error outside of any operation, or after its end, is not attributed', async () => {
  const faultScopes = createFaultScopes()
  assert.equal(faultScopes.fail(new Error('nobody')), false)

  const later = await faultScopes.run(async () => {
    const answers = Promise.withResolvers<boolean[]>()
    globalThis.setTimeout(
      () => answers.resolve(Array.from({ length: 12 }, () => faultScopes.fail(new Error('again')))),
      1,
    )
    return { answers: answers.promise }
  })

  assert.deepEqual((await later.answers).map(Number), [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
})

test('the result of an operation is not kept for as long as its timers and connections', async () => {
  const faultScopes = createFaultScopes()
  let timer: NodeJS.Timeout | undefined
  const result = await (async () => {
    const returned = await faultScopes.run(async () => {
      timer = globalThis.setTimeout(() => {}, 60_000)
      return { large: 'x'.repeat(1_000) }
    })
    return new WeakRef(returned)
  })()
  await setTimeout(1)

  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()

  assert.equal(result.deref(), undefined)
  clearTimeout(timer)
})
