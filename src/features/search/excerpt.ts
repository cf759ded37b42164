import { extractText } from '#page-index/extract.ts'
import type { ParsedQuery } from './query.ts'

const charsMax = 320

/** What a page says about the query. */
export function excerpt(markdown: string, { words, phrases }: ParsedQuery): string {
  const { text, headings } = extractText(markdown)
  const lines = text.split('\n').filter((line) => line.length > 40 && !headings.includes(line))
  const wanted = [...phrases, ...words].map((word) => word.toLowerCase())
  const scored = lines.map((line, index) => {
    const lower = line.toLowerCase()
    return { line, index, hits: wanted.filter((word) => lower.includes(word)).length }
  })
  const [best] = scored.toSorted((a, b) => b.hits - a.hits || a.index - b.index)
  return (best?.line ?? text).slice(0, charsMax).trim()
}
