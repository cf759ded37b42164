import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from 'htmlparser2'
import { baseUrl } from '#fixtures/markdown-check.ts'
import { checks } from '#fixtures/markdown-checks.ts'
import { rendered } from '#fixtures/rendered-markdown.ts'
import { toMarkdown } from './to-markdown.ts'

for (const { name, html, holds } of checks) {
  test(`rendered again: ${name}`, () => {
    const options = { baseUrl, removeBase64Images: true }
    const markdown = toMarkdown(parseDocument(html).children, options)
    assert.ok(holds(rendered(markdown)), markdown)
  })
}
