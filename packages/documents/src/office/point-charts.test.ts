import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asLineChart } from './point-charts.ts'
import { readChart } from './xlsx/chart.ts'

const values = (name: string, list: readonly number[]) =>
  `<c:${name}><c:numRef><c:numCache>${list.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef></c:${name}>`
const series = (
  name: string,
  [x, y]: readonly [readonly number[], readonly number[]],
  sizes = '',
) =>
  `<c:ser><c:tx><c:v>${name}</c:v></c:tx>${values('xVal', x)}${values('yVal', y)}${sizes}</c:ser>`
const chart = (kind: string, all: string) =>
  Buffer.from(
    `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Levels &amp; flow</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:${kind}>${all}</c:${kind}></c:plotArea></c:chart></c:chartSpace>`,
  )

const read = (part: Buffer) => {
  const made = asLineChart(part)
  assert.ok(made)
  assert.ok(made.includes('<c:lineChart>'))
  return readChart(made, () => new Map())
}

test('a chart of points is one of lines with the same points', () => {
  const all =
    series('North', [
      [1, 2.5],
      [10, 20],
    ]) +
    series('South', [
      [1, 2.5],
      [11, 21],
    ])
  assert.deepEqual(read(chart('scatterChart', all)), {
    title: 'Levels & flow',
    rows: [
      ['', 'North', 'South'],
      ['1', '10', '11'],
      ['2.5', '20', '21'],
    ],
  })
})

test('points of series at different places keep their places', () => {
  const all =
    series('North', [
      [1, 2],
      [10, 20],
    ]) +
    series('South', [
      [7, 8],
      [11, 21],
    ])
  assert.deepEqual(read(chart('scatterChart', all)).rows, [
    ['', 'North', '', 'South'],
    ['1', '10', '7', '11'],
    ['2', '20', '8', '21'],
  ])
})

test('bubbles keep their sizes; other charts are left as they are', () => {
  const bubbles = series(
    'North',
    [
      [1, 2],
      [10, 20],
    ],
    values('bubbleSize', [3, 4]),
  )
  assert.deepEqual(read(chart('bubbleChart', bubbles)).rows, [
    ['', 'North', 'North (size)'],
    ['1', '10', '3'],
    ['2', '20', '4'],
  ])
  assert.equal(asLineChart(chart('barChart', '')), undefined)
})

const axis = (name: string, title: string) =>
  `<c:${name}><c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title></c:${name}>`

test('titles of axes stand behind that of the chart', () => {
  const bars = chart('barChart', series('North', [[1], [10]])).toString()
  const titled = bars.replace(
    '</c:plotArea>',
    `${axis('catAx', 'Month')}${axis('valAx', 'Metres')}</c:plotArea>`,
  )
  assert.equal(read(Buffer.from(titled)).title, 'Levels & flow (Month, Metres)')
})
