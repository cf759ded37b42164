import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { readDocument } from './read-document.ts'

const folder = join(import.meta.dirname, '../../fixtures/documents')
const fixture = (name: string) => readFileSync(join(folder, name))
const tools = { ocr: { program: undefined, languages: 'eng' }, onProgress: () => {} }
const read = (name: string, body: Uint8Array) =>
  readDocument(
    contentRequest(body, { fileName: name, contentType: undefined, isUpload: true }),
    tools,
  )

const locked = readdirSync(join(folder, 'locked'))
const open = readdirSync(folder).filter((name) => /^(text|sheets|slides)\./.test(name))

for (const name of locked) {
  test(`locked/${name} is known to need a password`, async () => {
    const bytes = fixture(`locked/${name}`)
    await assert.rejects(read(name, bytes), { code: 'DOCUMENT_ENCRYPTED' })
  })
}

test('a presentation in the old format that declares itself protected', async () => {
  const bytes = fixture('slides.ppt')
  const mark = bytes.indexOf(Buffer.from('5FC091E3', 'hex'))
  assert.ok(mark > 0)
  Buffer.from('DFC4D1F3', 'hex').copy(bytes, mark)
  await assert.rejects(read('slides.ppt', bytes), { code: 'DOCUMENT_ENCRYPTED' })
})

test('a file that may be read but not printed is read', async () => {
  const { markdown } = await read('restricted.pdf', fixture('restricted.pdf'))
  assert.match(markdown ?? '', /^Weirs of the upper river\n\nThey hold back water\./)
})

test('a document that is cut off anywhere is damaged or read, and never asks for a password', async () => {
  let damaged = 0
  for (const name of open) {
    const bytes = fixture(name)
    for (const share of [0.05, 0.3, 0.6, 0.9, 0.99]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share))
      const code = await read(name, cut).then(
        () => 'read',
        (failure: { code?: string }) => failure.code,
      )
      assert.ok(code === 'read' || code === 'DOCUMENT_CORRUPT', `${name} to ${share}: ${code}`)
      if (code !== 'read') damaged += 1
    }
  }
  assert.ok(damaged >= open.length * 3, `${damaged} of ${open.length * 5}`)
})

test('a document with a byte changed anywhere ends in a document or in a documented failure', async () => {
  for (const name of open) {
    const bytes = fixture(name)
    for (let turn = 0; turn < 40; turn += 1) {
      const changed = Buffer.from(bytes)
      const at = (turn * 7_919 + 13) % changed.length
      changed[at] = (changed[at] ?? 0) ^ (1 << (turn % 8))
      const code = await read(name, changed).then(
        () => 'read',
        (failure: { code?: string }) => failure.code,
      )
      const allowed = ['read', 'DOCUMENT_CORRUPT', 'DOCUMENT_ENCRYPTED', 'DOCUMENT_TOO_COMPLEX']
      assert.ok(allowed.includes(code ?? ''), `${name} at ${at}: ${code}`)
    }
  }
})
