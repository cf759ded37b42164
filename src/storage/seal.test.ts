import assert from 'node:assert/strict'
import { test } from 'node:test'
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
