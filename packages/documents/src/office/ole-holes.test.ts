import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { extractDocument } from '#documents/index.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../../fixtures/documents/${name}`, import.meta.url))

/** The bytes with empty ones from a mark on. */
function empty(file: Buffer, mark: Buffer, length: number): Buffer {
  const at = file.indexOf(mark)
  assert.ok(at > 0)
  return Buffer.concat([file.subarray(0, at), Buffer.alloc(length), file.subarray(at + length)])
}

const lostText = 'Text is missing, because a part of the file is empty where text should be.'
const lostRecords =
  'Content is missing, because a part of the file is empty where slides should be.'

test('text of a binary document that is empty in the file is named', async () => {
  const file = read('text.doc')
  const narrow = Buffer.from('A weir holds', 'latin1')
  const mark = file.includes(narrow) ? narrow : Buffer.from('A weir holds', 'utf16le')
  const whole = await extractDocument(file, { fileName: 'text.doc' })
  assert.deepEqual(whole.warnings, [])
  const { warnings } = await extractDocument(empty(file, mark, 64), { fileName: 'text.doc' })
  assert.deepEqual(warnings, [lostText])
})

test('text and records of a binary presentation that are empty in the file are named', async () => {
  const file = read('slides.ppt')
  const narrow = Buffer.from('Broad crest', 'latin1')
  const mark = file.includes(narrow) ? narrow : Buffer.from('Broad crest', 'utf16le')
  const whole = await extractDocument(file, { fileName: 'slides.ppt' })
  assert.deepEqual(whole.warnings, [])
  // The record before the text has eight bytes.
  const at = file.indexOf(mark) - 8
  const hole = empty(file, file.subarray(at, at + 24), 48)
  const { warnings } = await extractDocument(hole, { fileName: 'slides.ppt' })
  assert.deepEqual(warnings, [lostRecords])
})
