import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inReadingOrder, withSlidesInOrder } from './slide-order.ts'

const shape = (text: string, place?: readonly [number, number]) =>
  `<p:sp><p:nvSpPr/>${place ? `<p:spPr><a:xfrm><a:off x="${place[0]}" y="${place[1]}"/><a:ext cx="300" cy="100"/></a:xfrm></p:spPr>` : '<p:spPr/>'}<a:t>${text}</a:t></p:sp>`

const group = (inner: string, place: readonly [number, number]) =>
  `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="${place[0]}" y="${place[1]}"/><a:ext cx="300" cy="100"/></a:xfrm></p:grpSpPr>${inner}</p:grpSp>`

const order = (...shapes: readonly string[]) =>
  inReadingOrder(
    Buffer.from(`<p:sld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes.join('')}</p:spTree></p:sld>`),
  )
    ?.toString()
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/)

test('shapes are read in rows from left to right, those without a place first', () => {
  assert.deepEqual(
    order(
      shape('four', [400, 600]),
      shape('two', [400, 210]),
      shape('title'),
      group(shape('three', [0, 590]), [0, 590]),
      shape('one', [0, 200]),
    ),
    ['title', 'one', 'two', 'three', 'four'],
  )
})

test('the shapes of a group are read in rows as well', () => {
  const inner = group(shape('four', [400, 600]) + shape('three', [0, 590]), [0, 590])
  assert.deepEqual(order(shape('one', [0, 0]), group(inner + shape('two', [0, 200]), [0, 200])), [
    'one',
    'two',
    'three',
    'four',
  ])
})

test('a slide in reading order is left as it is', () => {
  assert.equal(order(shape('title'), shape('one', [0, 200]), shape('two', [400, 210])), undefined)
})

const frame = (text: string, attributes: string) =>
  `<draw:frame ${attributes}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`

test('slides of OpenDocument are read in rows, with their titles first and notes last', () => {
  const page = [
    frame('four', 'svg:x="12cm" svg:y="80mm" svg:height="2cm"'),
    frame('two', 'svg:x="1cm" svg:y="3cm" svg:height="2cm"'),
    '<draw:line svg:y="20cm"/>',
    frame('three', 'svg:x="12cm" svg:y="3.2cm" svg:height="2cm"'),
    frame('one', 'presentation:class="title" svg:x="1cm" svg:y="9cm" svg:height="2cm"'),
  ]
  const notes = `<presentation:notes>${frame('five', 'svg:y="1cm"')}</presentation:notes>`
  const written = withSlidesInOrder(
    Buffer.from(`<draw:page draw:name="a">${page.join('')}${notes}</draw:page><draw:page/>`),
  )
  const words = written
    ?.toString()
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/)
  assert.deepEqual(words, ['one', 'two', 'three', 'four', 'five'])
})
