import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeCells, readTexts } from '#fixtures/read-pdf-texts.ts'

test('numbers of the upper rows of a long table are in no running head', async () => {
  const xs = [50, 110, 300, 420]
  const rows = Array.from({ length: 80 }, (_, at) => [
    String(1000 + at),
    `Rope of kind ${at}`,
    String(40 + ((at * 7) % 60)),
    String(at + 3),
  ])
  const title = { text: 'Stock list', x: 50, y: 780, size: 16, look: 'bold' as const }
  const pages = [rows.slice(0, 50), rows.slice(50)].map((own, page) => [
    ...(page === 0 ? [title] : []),
    ...[['Number', 'Article', 'Stock', 'Shelf'], ...own].flatMap((row, at) =>
      placeCells(row, {
        xs,
        y: (page === 0 ? 761.5 : 787.5) - 13 * at,
        ...(at === 0 && { look: 'bold' }),
      }),
    ),
  ])
  const lines = (await readTexts(...pages)).split('\n')
  assert.deepEqual(
    rows.filter((row) => !lines.includes(`| ${row.join(' | ')} |`)),
    [],
  )
})
