import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPages, readablePages } from '#fixtures/empty-pages.ts'
import { parsePage } from '#content/html/parse.ts'
import { clientRenderedEvidence } from './client-rendered.ts'

const reasonOf = (html: string) => clientRenderedEvidence(parsePage(html, 'html').document)?.reason

for (const [name, html] of Object.entries(emptyPages)) {
  test(`${name} is a client-rendered page`, () => {
    assert.ok(reasonOf(html))
  })
}

for (const [name, html] of Object.entries(readablePages)) {
  test(`${name} is no client-rendered page`, () => {
    assert.equal(reasonOf(html), undefined)
  })
}
