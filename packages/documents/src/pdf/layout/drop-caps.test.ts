import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textItem } from '#fixtures/pdf-items.ts'
import { withDropCaps } from './drop-caps.ts'
import type { PageItem } from './segments-of.ts'

const item = (text: string, [x, y]: readonly [number, number], fontSize = 10): PageItem =>
  textItem(text, { x, y, fontSize })
const textsIn = (items: readonly PageItem[]) =>
  withDropCaps(items).map(({ text, y, fontSize }) => [text, y, fontSize])

test('a drop cap stands before the first line beside it', () => {
  const lines = [
    item('he boats', [84, 724]),
    item('leave at noon', [84, 712]),
    item('and return', [60, 688]),
  ]
  const cap = { ...item('T', [60, 700], 36), width: 22 }
  for (const order of [
    [cap, ...lines],
    [...lines, cap],
  ])
    assert.deepEqual(textsIn(order), [
      ['T', 724, 10],
      ['he boats', 724, 10],
      ['leave at noon', 712, 10],
      ['and return', 688, 10],
    ])
})

test('other large letters stay where they are', () => {
  for (const items of [
    // Of a heading, of a list by letters, beside one line, and far from the text.
    [item('A', [60, 700], 36), item('ims', [84, 700], 36), item('text', [60, 680])],
    [item('B', [60, 724], 12), item('boats', [84, 724]), item('buoys', [84, 712])],
    [item('C', [60, 700], 30), item('chapter of one line', [84, 702])],
    [item('D', [60, 700], 30), item('far', [184, 712]), item('away', [184, 702])],
  ])
    assert.deepEqual(withDropCaps(items), items)
})
