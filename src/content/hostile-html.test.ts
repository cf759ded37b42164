import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#test/fixtures/content-request.ts'
import { hostilePages } from '#test/fixtures/hostile-html.ts'
import type { ContentFormat } from './content.ts'
import { readPage } from './pipeline.ts'

const formats: ContentFormat[] = [
  { type: 'markdown' },
  { type: 'html' },
  { type: 'links' },
  { type: 'images' },
  { type: 'attributes', selectors: [{ selector: 'p', attribute: 'class' }] },
]

for (const { name, html } of hostilePages) {
  test(`${name}: the page is read`, () => {
    const content = readPage(contentRequest(html(), { formats }))
    assert.match(content.markdown ?? '', /The text that must survive\./)
    assert.match(content.html ?? '', /The text that must survive\./)
  })
}
