import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCpuMs } from '#test/fixtures/cpu-time.ts'
import { listLines } from './lines.ts'
import type { SnapshotNode } from './snapshot.ts'

const button: SnapshotNode = { role: 'button', ref: 'e0', name: 'Buy' }

/** Elements of one kind within each other, each with a text of its own. */
function nested(depth: number, kind: Omit<SnapshotNode, 'children'>, inner = button): SnapshotNode {
  let node = inner
  for (let level = 1; level <= depth; level++)
    node = { ...kind, ref: `e${level}`, children: [`text ${level}`, node] }
  return node
}

test('elements within many others of their kind take no longer than others', () => {
  const kinds = [
    { depth: 24, kind: { role: 'generic', cursor: 'pointer' } },
    { depth: 1_000, kind: { role: 'heading' } },
    { depth: 1_000, kind: { role: 'button' } },
  ]
  for (const { depth, kind } of kinds) {
    const ms = measureCpuMs(() => listLines([nested(depth, kind)], 'controls'))
    assert.ok(ms < 700, `${kind.role}: ${ms} ms`)
  }
})

test('of clickable elements the innermost is the control', () => {
  const clickable = { role: 'generic', cursor: 'pointer' }
  const lines = listLines([nested(2, clickable)], 'controls')
  assert.deepEqual(lines, ['[e0] button "Buy"'])
  const text = { role: 'generic', ref: 'e0', cursor: 'pointer', text: 'Details' }
  assert.deepEqual(listLines([nested(2, clickable, text)], 'controls'), ['[e0] generic "Details"'])
})

test('a label is the beginning of the text within', () => {
  const label = nested(3, { role: 'generic' }, { role: 'text', text: 'x'.repeat(200) })
  const [line] = listLines([{ role: 'button', ref: 'e9', children: [label] }], 'controls')
  assert.equal(line, `[e9] button "text 3 text 2 text 1 ${'x'.repeat(99)}…"`)
})
