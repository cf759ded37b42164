import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withOrderedPoints } from './diagram-order.ts'

const point = (id: string, type = '') =>
  `<dgm:pt modelId="${id}"${type}><dgm:t><a:t>${id}</a:t></dgm:t></dgm:pt>`
/** The child may be followed by attributes. */
const link = (parent: string, child: string, order: number) =>
  `<dgm:cxn modelId="x" srcId="${parent}" destId="${child.replace(' ', '" ')}${child.includes(' ') ? '' : '"'} srcOrd="${order}" destOrd="0"/>`
const diagram = (points: string, links: string) =>
  Buffer.from(
    `<dgm:dataModel><dgm:ptLst><dgm:pt modelId="root" type="doc"/>${points}</dgm:ptLst><dgm:cxnLst>${links}</dgm:cxnLst></dgm:dataModel>`,
  )
const listTexts = (part: Buffer | undefined) =>
  part
    ?.toString()
    .match(/<a:t>[^<]*/g)
    ?.map((text) => text.slice('<a:t>'.length))

test('points of a diagram are sorted, each before those that belong to it', () => {
  const points = ['third', 'first', 'detail', 'second'].map((id) => point(id)).join('')
  const links =
    link('root', 'third', 2) +
    link('root', 'first', 0) +
    link('first', 'detail', 0) +
    link('root', 'second', 1) +
    link('second', 'third type="presOf"', 0)
  assert.deepEqual(listTexts(withOrderedPoints(diagram(points, links))), [
    'first',
    'detail',
    'second',
    'third',
  ])
})

test('sorted diagrams, circles of points and damaged ones are left as they are', () => {
  const sorted = diagram(point('a') + point('b'), link('root', 'a', 0) + link('root', 'b', 1))
  assert.equal(withOrderedPoints(sorted), undefined)
  const circle = diagram(point('a') + point('b'), link('a', 'b', 0) + link('b', 'a', 0))
  assert.equal(withOrderedPoints(circle), undefined)
  assert.equal(withOrderedPoints(Buffer.from('<dgm:pt modelId="a"><dgm:pt')), undefined)
})
