import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfRuns } from './runs.ts'
import { scanCells } from './scan-cells.ts'

test('a formula whose value was not stored is shown', () => {
  const cells = [
    '<c r="A1"><f>B1&amp;"x"</f><v></v></c>',
    '<c r="B1"><f>C1</f></c>',
    '<c r="C1"><f>1+1</f><v>2</v></c>',
    '<c r="D1" t="str"><f>""</f><v></v></c>',
    '<c r="E1"><f t="shared" si="0"/><v/></c>',
  ]
  const formulas: string[] = []
  const { rows } = scanCells(`<row r="1">${cells.join('')}</row>`, {
    countMax: 100,
    readText: ({ value }) => value,
    onFormula: (_row, _column, formula) => formulas.push(formula),
  })
  assert.deepEqual(rows, [{ index: 0, columns: [0, 1, 2], texts: ['=B1&"x"', '=C1', '2'] }])
  assert.deepEqual(formulas, ['B1&amp;"x"', 'C1', '1+1'])
})

const run = (text: string, align = '') =>
  `<r><rPr><sz val="9"/>${align && `<vertAlign val="${align}"/>`}</rPr><t>${text}</t></r>`

test('raised and lowered numbers of rich texts are characters', () => {
  const text = run('10') + run('-5', 'superscript') + run(' CO') + run('2', 'subscript')
  assert.equal(textOfRuns(text + run('nd', 'superscript') + '<r><t>3</t></r>'), '10⁻⁵ CO₂nd3')
})
