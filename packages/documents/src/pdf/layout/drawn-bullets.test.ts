import assert from 'node:assert/strict'
import { test } from 'node:test'
import { written } from '#fixtures/pdf.ts'
import { extractDocument } from '#documents/index.ts'

/** A page with texts of 10 points and paths. */
async function read(texts: readonly (readonly [number, number, string])[], paths: string) {
  const shown = texts.map(([x, y, text]) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`)
  const content = [paths, ...shown].join('\n')
  const { markdown = '' } = await extractDocument(
    written([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< >>',
    ]),
  )
  return markdown
}

const circle = (x: number, y: number, r: number) =>
  `${x + r} ${y} m ${x + r} ${y + r} ${x} ${y + r} ${x} ${y + r} c ${x - r} ${y + r} ${x - r} ${y} ${x - r} ${y} c ${x - r} ${y - r} ${x} ${y - r} ${x} ${y - r} c ${x + r} ${y - r} ${x + r} ${y} ${x + r} ${y} c f`
const shapes = {
  circles: (x: number, y: number) => circle(x, y, 1.5),
  squares: (x: number, y: number) => `${x - 2} ${y - 2} 4 4 re f`,
  dashes: (x: number, y: number) => `${x - 3} ${y} m ${x + 3} ${y} l S`,
}
const tasks = ['Count the boats', 'Grease the upper gate', 'Read the gauge at noon']
const list = '- Count the boats\n- Grease the upper gate\n- Read the gauge at noon'
const head = [50, 730, 'What the keeper has to do before the day ends'] as const

for (const [kind, draw] of Object.entries(shapes))
  test(`${kind} that are drawn before texts are their bullets`, async () => {
    const texts = tasks.map((text, at) => [64, 700 - 14 * at, text] as const)
    const paths = tasks.map((_, at) => draw(55, 703 - 14 * at)).join('\n')
    assert.equal(await read([head, ...texts], paths), `${head[2]}\n\n${list}`)
  })

test('lists with drawn bullets that stand side by side are no table', async () => {
  const others = ['Sweep the yard', 'Feed the swans', 'Lock the shed']
  const columns = [
    { x: 64, texts: tasks },
    { x: 330, texts: others },
  ]
  const places = columns.flatMap(({ x, texts }) =>
    texts.map((text, at) => [x, 700 - 14 * at, text] as const),
  )
  const paths = places.map(([x, y]) => circle(x - 9, y + 3, 1.5)).join('\n')
  const markdown = await read([head, ...places], paths)
  assert.doesNotMatch(markdown, /\|/)
  for (const text of [...tasks, ...others])
    assert.ok(markdown.includes(`- ${text}\n`) || markdown.endsWith(`- ${text}`), markdown)
})

test('shapes before numbers, between texts, and those that are too large or alone are no bullets', async () => {
  const scale = ['100', '80', '60'].map((text, at) => [64, 700 - 14 * at, text] as const)
  const ticks = scale.map(([, y]) => shapes.dashes(55, y + 3))
  const parted = [
    [50, 600, 'Fish'],
    [90, 600, 'Game'],
    [50, 580, 'Fish'],
    [90, 580, 'Game'],
  ] as const
  const between = [600, 580].map((y) => circle(80, y + 3, 1.5))
  const boxes = tasks.map((text, at) => [64, 500 - 14 * at, text] as const)
  const large = boxes.map(([, y]) => `50 ${y} 7 7 re S`)
  const alone = [64, 400, 'The gate is shut at night'] as const
  const paths = [...ticks, ...between, ...large, circle(55, 403, 1.5)].join('\n')
  const markdown = await read([...scale, ...parted, ...boxes, alone], paths)
  assert.doesNotMatch(markdown, /^\s*[-*•]/m)
  assert.doesNotMatch(markdown, /•/)
})
