import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { createSeal } from './seal.ts'
import { createSecret } from './secret.ts'

const makeSeal = (configured: string) => createSeal(createSecret({ configured, dataDir: '' }))

test('encrypted values can be decrypted only unchanged and with the same secret', () => {
  const ours = makeSeal('a'.repeat(32))
  const value = { headers: { authorization: 'Bearer größe' } }
  const sealed = ours.seal(value)
  assert.deepEqual(ours.open(sealed), value)
  assert.notEqual(ours.seal(value), sealed)
  assert.ok(!sealed.includes('Bearer') && !Buffer.from(sealed, 'base64').includes('Bearer'))
  assert.throws(() => makeSeal('b'.repeat(32)).open(sealed))
  const other = sealed[40] === 'A' ? 'B' : 'A'
  assert.throws(() => ours.open(`${sealed.slice(0, 40)}${other}${sealed.slice(41)}`))
})

test('many bytes are decrypted as they were, unless they were changed, and do not block the event loop', async () => {
  const ours = makeSeal('a'.repeat(32))
  const bytes = Buffer.alloc(24_000_001, 'some bytes ')
  let sealed = ''
  const { turns } = await turnsDuring(async () => {
    sealed = await ours.sealBytes(bytes)
    assert.ok((await ours.openBytes(sealed)).equals(bytes))
  })
  assert.ok(turns > 5, String(turns))
  const at = 20_000_000
  const other = sealed[at] === 'A' ? 'B' : 'A'
  const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`
  await assert.rejects(ours.openBytes(changed), { code: 'UNKNOWN_ERROR' })
})
