import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from './parse.ts'
import { createSelect } from './selectors.ts'

const siblings = 5_000
/** For the siblings as many steps as the limit allows for each of 50,000. */
const steps = 5_000_000
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

test('selectors that compare all siblings with all siblings are refused, at any depth', () => {
  for (const selector of [
    'b ~ a',
    'b~a~a~a~a~a',
    'a:not(b ~ a ~ a)',
    ':is(b ~ a, b ~ .x)',
    'a:has(~ b)',
    'a:nth-child(2)',
    'a:nth-last-child(n + 2 of b ~ a)',
  ]) {
    const select = () => createSelect(steps)(flat, selector, ['includeTags', 2])
    assert.throws(select, refused(selector), selector)
  }
})

test('selectors that compare all ancestors with all ancestors are refused', () => {
  const selector = 'b div div div div div'
  const select = () => createSelect()(deep, selector, ['includeTags', 2])
  assert.throws(select, refused(selector))
})

const found = (selector: string) => createSelect(steps)(flat, selector, []).length

test('selectors in linear time are accepted on the same page', () => {
  assert.equal(found('a ~ a'), siblings - 1)
  assert.equal(found('a~a~a~a~a~a'), siblings - 5)
  assert.equal(found('a + a'), siblings - 1)
  assert.equal(found('main > .x:not(b)'), siblings)
  assert.equal(found('a:first-child, a:last-child'), 2)
})

test('the selectors of a page share one limit of steps', () => {
  const select = createSelect(20 * siblings)
  assert.equal(select(flat, '.x', []).length, siblings)
  assert.throws(
    () => {
      for (let n = 0; n < 20; n++) select(flat, '.x', ['excludeTags', n])
    },
    { code: 'BAD_REQUEST' },
  )
})

test('matching a text counts steps by its length', () => {
  const page = parsePage(`<p>${'text '.repeat(10_000)}</p>`, 'html').document
  assert.throws(() => createSelect(100)(page, 'p:contains(z)', []), /too many steps/)
  assert.equal(createSelect(10_000)(page, 'p:contains(text)', []).length, 1)
})
