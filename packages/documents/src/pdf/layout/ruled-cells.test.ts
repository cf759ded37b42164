import assert from 'node:assert/strict'
import { test } from 'node:test'
import { written } from '#fixtures/pdf.ts'
import { extractDocument } from '#documents/index.ts'

/** A page with texts of 10 points, and lines from top to bottom. */
function drawPage(
  texts: readonly (readonly [number, number, string])[],
  rules: readonly (readonly [number, number, number])[],
  turned = false,
): Buffer {
  const content = [
    // Turned by a right angle, so that the page is read on its side.
    turned ? '0 1 -1 0 842 0 cm' : '',
    ...rules.map(([x, from, to]) => `${x} ${from} m ${x} ${to} l S`),
    ...texts.map(([x, y, text]) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`),
  ].join('\n')
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< >>',
  ])
}

const rows = [
  ['Code', 'Ship', 'Crew'],
  ['AB10', 'Grey hen', '14'],
  ['AB11', 'Auk', '9'],
]
/** The widest text of a column ends a point and a half before the next. */
const columns = [50, 76, 118.6]
const texts = rows.flatMap((row, at) =>
  row.map((text, column) => [columns[column] ?? 0, 700 - at * 14, text] as const),
)
const table =
  '| Code | Ship | Crew |\n| --- | --- | --- |\n| AB10 | Grey hen | 14 |\n| AB11 | Auk | 9 |'

test('cells whose texts touch are parted by the lines between them, on a turned page too', async () => {
  const rules = [49, 75.2, 117.8, 145].map((x) => [x, 668, 712] as const)
  for (const turned of [false, true]) {
    const { markdown } = await extractDocument(drawPage(texts, rules, turned))
    assert.equal(markdown, table)
  }
})

test('a line through letters parts nothing', async () => {
  const lines = ['The boats leave at noon', 'and come back when the', 'lamps are lit at the gate.']
  const page = drawPage(
    lines.map((line, at) => [50, 700 - at * 14, line] as const),
    [[99, 668, 712]],
  )
  const { markdown } = await extractDocument(page)
  assert.equal(markdown, lines.join(' '))
})
