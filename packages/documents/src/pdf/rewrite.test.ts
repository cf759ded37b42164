import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePdf } from '#fixtures/pdf.ts'
import { extractDocument } from '#documents/index.ts'
import { rewritePdf } from './rewrite.ts'

const folder = join(import.meta.dirname, '../../../fixtures/documents')

test('a protected file that opens without a password is read, also where the library refuses it', async () => {
  const { markdown } = await extractDocument(readFileSync(join(folder, 'owner-password.pdf')))
  assert.equal(markdown, 'This file has an owner password only.')
})

test('a file is written again, and what is none is not', async () => {
  const copy = await rewritePdf(makePdf([[{ text: 'Tides' }], [{ text: 'Boats' }]]))
  assert.ok(copy)
  assert.match((await extractDocument(copy)).markdown ?? '', /Tides\s+Boats/)
  assert.equal(await rewritePdf(Buffer.from('%PDF-1.4\nnothing')), undefined)
})
