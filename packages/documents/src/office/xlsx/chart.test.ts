import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChart } from './chart.ts'

const points = (texts: readonly (readonly [number, string])[]) =>
  texts.map(([at, text]) => `<pt idx="${at}"><v>${text}</v></pt>`).join('')

test('outer levels of categories stand before the inner ones that they span, in any order', () => {
  const levels = [
    [
      [2, 'Seal'],
      [0, 'Boat'],
      [1, 'Pier'],
    ],
    [
      [2, 'Animals'],
      [0, 'Things'],
    ],
  ] as const
  const categories = levels.map((level) => `<lvl>${points(level)}</lvl>`).join('')
  const values = points([
    [0, '1'],
    [1, '2'],
    [2, '3'],
  ])
  const part = `<chartSpace xmlns="http://schemas.openxmlformats.org/drawingml/2006/chart"><chart><plotArea><barChart><ser><tx><v>Count</v></tx><cat><multiLvlStrRef><multiLvlStrCache>${categories}</multiLvlStrCache></multiLvlStrRef></cat><val><numRef><numCache>${values}</numCache></numRef></val></ser></barChart></plotArea></chart></chartSpace>`
  assert.deepEqual(readChart(Buffer.from(part), () => new Map()).rows, [
    ['', 'Count'],
    ['Things Boat', '1'],
    ['Things Pier', '2'],
    ['Animals Seal', '3'],
  ])
})
