import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { hostilePages } from '#fixtures/hostile-html.ts'
import type { ContentFormat } from './content.ts'
import { readPage } from './pipeline.ts'

const formats: ContentFormat[] = [
  { type: 'markdown' },
  { type: 'html' },
  { type: 'links' },
  { type: 'images' },
  { type: 'attributes', selectors: [{ selector: 'p', attribute: 'class' }] },
]

/** Deep enough for any recursion to fail, and more elements than are read; the whole pages are read by `npm run acceptance`. */
const share = 0.3

for (const { name, html } of hostilePages) {
  test(`${share} of ${name}: the page is read`, () => {
    const content = readPage(contentRequest(html(share), { formats }))
    assert.match(content.markdown ?? '', /The text that must survive\./)
    assert.match(content.html ?? '', /The text that must survive\./)
  })
}

test('a long text is escaped like a short one', () => {
  const one = (written(3) ?? '').slice((written(2) ?? '').length)
  assert.match(one, /^a \\\\\\\* /)
  assert.equal(written(60_000), written(2) + one.repeat(59_998))
})

function written(count: number): string | undefined {
  return readPage(contentRequest(`<p>${'a \\* _b_ `c` [d](e)'.repeat(count)}</p>`)).markdown
}

test('links do not become many times as long as their page', () => {
  const base = `<base href="https://example.com/${'a'.repeat(4_000)}/">`
  const { links } = readPage(contentRequest(`${base}<a href="b">b</a>`, { formats }))
  assert.deepEqual(links, ['https://example.com/docs/b'])
})

test('a result that is far longer than its page is refused', () => {
  const url = `https://example.com/${'a'.repeat(15_900)}/`
  const page = Array.from({ length: 9_000 }, (_, index) => `<a href="${index}">a</a>`).join('')
  const request = contentRequest(page, { url, formats: [{ type: 'links' }] })
  assert.throws(() => readPage(request), RangeError)
})

test('links over the length limit are left out', () => {
  const page = Array.from(
    { length: 500 },
    (_, index) => `<a href="${'ä'.repeat(8_000)}${index}">a</a>`,
  )
  const request = contentRequest(page.join(''), { formats: [{ type: 'links' }] })
  assert.deepEqual(readPage(request).links, [])
})

test('values of attributes are bounded for all selectors of a page together', () => {
  const selectors = Array.from({ length: 30 }, () => ({ selector: 'a', attribute: 'href' }))
  const request = contentRequest('<a href="b">b</a>'.repeat(9_000), {
    formats: [{ type: 'attributes', selectors }],
  })
  const lengths = readPage(request).attributes?.map(({ values }) => values.length) ?? []
  assert.deepEqual([lengths[0], lengths[11], lengths[12]], [9_000, 1_000, 0])
})
