import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractTextWithPositions } from '@firecrawl/pdf-inspector'
import { openPdf } from '#documents/pdf/pdfium.ts'
import { pdfOfTexts } from '#fixtures/pdf-of-texts.ts'
import { withMissedBlanks } from './tight-lines.ts'

const long = 'so that nobody opens the sluices while they are closed'
const short = 'in your own mill'

/** The texts of the lines after those of which the blanks are missed were read again. */
async function listLines(isMissed: (text: string) => boolean): Promise<string[]> {
  const file = pdfOfTexts([[long, short].map((text, row) => ({ text, x: 60, y: 700 - row * 40 }))])
  await using document = await openPdf(file)
  const items = extractTextWithPositions(file, [1], { frame: 'display' }).map((item) =>
    isMissed(item.text.trim()) ? { ...item, text: item.text.replaceAll(' ', '') } : item,
  )
  return withMissedBlanks(items, 1, document).map(({ text }) => text.trim())
}

test('blanks that the library missed are found again, in short lines of the page too', async () => {
  assert.deepEqual(await listLines(() => true), [long, short])
})

test('short lines without blanks stay as they are where long lines have theirs', async () => {
  assert.deepEqual(await listLines((text) => text === short), [long, short.replaceAll(' ', '')])
})
