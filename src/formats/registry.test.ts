import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentFormat } from '#content/content.ts'
import { Document } from './document.ts'
import { estimateCredits } from './estimate.ts'
import { formats, formatTypes } from './registry.ts'
import { Formats } from './request.ts'

test('every type is registered once and its members are of the document', () => {
  const members = formats.flatMap((record) => Object.keys(record.members))

  assert.equal(new Set(formatTypes).size, formats.length)
  for (const member of members) assert.ok(member in Document.shape, member)
})

test('a format without options is accepted by its name and as an object', () => {
  for (const { type, schema } of formats) {
    if (schema) continue
    assert.deepEqual(Formats.parse([type, { type }]), [{ type }, { type }])
  }
})

test('the formats read from bytes are those of the content module', () => {
  const expected: Record<ContentFormat['type'], true> = {
    markdown: true,
    html: true,
    rawHtml: true,
    rawBase64: true,
    links: true,
    images: true,
    attributes: true,
    product: true,
    menu: true,
  }
  const content = formats.filter(({ source }) => source === 'content').map(({ type }) => type)

  assert.deepEqual(content.toSorted(), Object.keys(expected).toSorted())
})

test('an estimate replaces the price of the page and adds what formats cost beside it', () => {
  const requested = Formats.parse(['markdown', 'json', { type: 'question', question: 'Why?' }])

  assert.equal(estimateCredits(requested, 1), 9)
  assert.equal(estimateCredits(Formats.parse(['markdown']), 1), 1)
})
