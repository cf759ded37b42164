import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textItem as item } from '#fixtures/pdf-items.ts'
import { scriptHtml } from './scripts-html.ts'
import { splitSegments, type PageItem } from './segments-of.ts'

const findRuns = (items: readonly PageItem[]) =>
  splitSegments({ page: 1, height: 842, items, structure: [] }).map(({ runs }) =>
    runs.map(({ text, shift }) => (shift ? `${shift}(${text})` : text)).join(''),
  )

test('a small raised text directly behind another is a superscript', () => {
  const items = [item('word', {}), item('ab', { x: 70, y: 704, fontSize: 6, width: 6 })]
  assert.deepEqual(findRuns(items), ['wordsup(ab)'])
})

test('a script that the file draws before its text is put behind it', () => {
  const items = [item('2', { x: 70, y: 698, fontSize: 7, width: 4 }), item('SiCO', {})]
  assert.deepEqual(findRuns(items), ['SiCOsub(2)'])
})

test('the raised mark of a note belongs to the line behind it', () => {
  const items = [item('1', { y: 704, fontSize: 6, width: 3 }), item('The note.', { x: 55 })]
  assert.deepEqual(findRuns(items), ['sup(1) The note.'])
})

test('text beside a large initial is no script', () => {
  const items = [
    item('D', { fontSize: 30, width: 20, y: 680 }),
    item('ropped capitals', { x: 71, y: 696 }),
  ]
  assert.ok(findRuns(items).every((runs) => !runs.includes('su')))
})

test('numbers and signs of scripts are characters, a number in brackets is plain, other texts have a tag', () => {
  assert.equal(scriptHtml('2', 'sup'), '²')
  assert.equal(scriptHtml('2−', 'sup'), '²⁻')
  assert.equal(scriptHtml('1,3', 'sup'), '¹,³')
  assert.equal(scriptHtml('10', 'sub'), '₁₀')
  assert.equal(scriptHtml('²', 'sup'), '²')
  assert.equal(scriptHtml('[4]', 'sup'), '[4]')
  assert.equal(scriptHtml('n+1', 'sup'), '<sup>n+1</sup>')
  assert.equal(scriptHtml('TM ', 'sup'), '<sup>TM</sup> ')
})
