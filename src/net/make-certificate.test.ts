import assert from 'node:assert/strict'
import { createSecureContext } from 'node:tls'
import { test } from 'node:test'
import { makeCertificate } from './make-certificate.ts'

test('a certificate of any length can be used', () => {
  for (let length = 1; length <= 60; length++)
    assert.ok(createSecureContext(makeCertificate([`${'a'.repeat(length)}.test`])), `${length}`)
})
