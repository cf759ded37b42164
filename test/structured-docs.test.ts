import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Content } from '#content/content.ts'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const pages = [
  { type: 'product', url: 'https://shop.example/trail-lamp' },
  { type: 'menu', url: 'https://trattoria.example/menu' },
] as const

for (const { type, url } of pages) {
  test(`the page in docs/${type}.md has the result that is printed below it`, () => {
    const text = readFileSync(new URL(`../docs/${type}.md`, import.meta.url), 'utf8')
    const [, html = ''] = /```html\n(.*?)```/s.exec(text) ?? []
    const [, json = ''] = /```json\n(.*?)```/s.exec(text) ?? []
    const content: Content = readPage(contentRequest(html, { url, formats: [{ type }] }))
    assert.deepEqual(content[type], JSON.parse(json))
  })
}
