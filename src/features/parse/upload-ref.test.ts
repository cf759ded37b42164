import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSigner } from '#storage/signer.ts'
import { readUploadRef, writeUploadRef } from './upload-ref.ts'

const makeSigner = (secret: string) => createSigner(() => Buffer.from(secret), 'uploads')
const signer = makeSigner('secret')
const ref = {
  id: '01a1ff8c-2e93-7c61-b478-a818827bda07',
  teamId: '01a1ff8c-2e93-7c61-b478-a818827bda08',
  expiresAt: 1_000,
  key: 'key',
  name: 'a.pdf',
}
const read = (text: string, nowMs = 999) => readUploadRef(text, signer, new Date(nowMs))

test('a reference can be read until it expires', () => {
  const text = writeUploadRef(ref, signer)
  assert.deepEqual(read(text), ref)
  assert.throws(() => read(text, 1_000), { code: 'BAD_REQUEST', message: 'uploadRef has expired.' })
})

test('a reference with another secret or any changed character is refused', () => {
  const text = writeUploadRef(ref, signer)
  const message = 'Invalid uploadRef signature.'
  assert.throws(() => read(writeUploadRef(ref, makeSigner('other'))), { message })
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '.') continue
    const changed = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    assert.throws(() => read(changed), { message })
  }
  for (const broken of ['', 'x', '.', 'a.', '.a', 'a.b.c'])
    assert.throws(() => read(broken), { message: 'Invalid uploadRef format.' })
})
