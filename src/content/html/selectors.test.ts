import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from './parse.ts'
import { createSelect } from './selectors.ts'

const siblings = 50_000
const flat = parsePage(`<main>${'<a class="x">t</a>'.repeat(siblings)}</main>`, 'html').document
const deep = parsePage(`${'<div>'.repeat(500)}x`, 'html').document

const refused = (selector: string) => ({
  code: 'BAD_REQUEST',
  message: `"${selector}" takes too many steps on a page of this size. Ask for less with a simpler selector.`,
  details: [
    {
      code: 'custom',
      path: ['includeTags', 2],
      message: `"${selector}" takes too many steps on a page of this size. Ask for less with a simpler selector.`,
    },
  ],
})

test('selectors that look at every sibling of every sibling are refused, whatever holds them', () => {
  for (const selector of [
    'b ~ a',
    'b~a~a~a~a~a',
    'a:not(b ~ a ~ a)',
    ':is(b ~ a, b ~ .x)',
    'a:has(~ b)',
    'a:nth-child(2)',
    'a:nth-last-child(n + 2 of b ~ a)',
  ]) {
    const select = () => createSelect()(flat, selector, ['includeTags', 2])
    assert.throws(select, refused(selector), selector)
  }
})

test('so are those that look at every ancestor of every ancestor', () => {
  const selector = 'b div div div div div'
  const select = () => createSelect()(deep, selector, ['includeTags', 2])
  assert.throws(select, refused(selector))
})

const found = (selector: string) => createSelect()(flat, selector, []).length

test('what finds its elements at once is not, on the same page', () => {
  assert.equal(found('a ~ a'), siblings - 1)
  assert.equal(found('a~a~a~a~a~a'), siblings - 5)
  assert.equal(found('a + a'), siblings - 1)
  assert.equal(found('main > .x:not(b)'), siblings)
  assert.equal(found('a:first-child, a:last-child'), 2)
})

test('the selectors of a page share their steps', () => {
  const select = createSelect(20 * siblings)
  assert.equal(select(flat, '.x', []).length, siblings)
  assert.throws(
    () => {
      for (let n = 0; n < 20; n++) select(flat, '.x', ['excludeTags', n])
    },
    { code: 'BAD_REQUEST' },
  )
})

test('the steps of a text are those of its length', () => {
  const page = parsePage(`<p>${'text '.repeat(10_000)}</p>`, 'html').document
  assert.throws(() => createSelect(100)(page, 'p:contains(z)', []), /too many steps/)
  assert.equal(createSelect(10_000)(page, 'p:contains(text)', []).length, 1)
})
