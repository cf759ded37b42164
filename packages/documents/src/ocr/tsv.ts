import type { OcrWord } from '#content/layout.ts'

const wordLevel = '5'
/** Of a picture. */
export const wordsMax = 50_000
export const cutWords = `Words after the first ${wordsMax} were left out`

/** Parses the TSV output of tesseract. */
export function wordsOfTsv(table: string): Omit<OcrWord, 'ink'>[] {
  const words: Omit<OcrWord, 'ink'>[] = []
  for (const row of table.split('\n')) {
    const cells = row.split('\t')
    const text = cells[11]?.trim() ?? ''
    if (cells[0] !== wordLevel || text === '' || words.length >= wordsMax) continue
    const [
      block = 0,
      paragraph = 0,
      line = 0,
      ,
      left = 0,
      top = 0,
      width = 0,
      height = 0,
      sure = 0,
    ] = cells.slice(2, 11).map(Number)
    // Tesseract numbers lines and paragraphs within their block.
    const paragraphId = block * 1_000 + paragraph
    words.push({
      text,
      left,
      top,
      width,
      height,
      confidence: Math.max(0, Math.min(1, sure / 100)),
      line: paragraphId * 1_000 + line,
      paragraph: paragraphId,
      block,
    })
  }
  return words
}
