import { rankPassages, getRanking } from '#content/passages/passages.ts'
import { printable } from '#kernel/printable.ts'
import { oneLine } from '#base/one-line.ts'

const charsMax = 320
const piecesMax = 4
/** Characters of a page that are searched for its best passages. */
export const excerptCharsMax = 200_000

export interface ExcerptSource {
  readonly markdown: string
  readonly title: string
}

/** What a page says about the query: its best passages in their order. Undefined when none matches. */
export function excerpt({ markdown, title }: ExcerptSource, query: string): string | undefined {
  const passages = rankPassages(markdown.slice(0, excerptCharsMax), { queries: [query], title })
  const chosen: number[] = []
  const seen = new Set<string>()
  let chars = 0
  for (const { index } of getRanking(passages, query)) {
    const { text = '', kind } = passages.list[index] ?? {}
    const isRoom = chars === 0 || chars + text.length <= charsMax
    if (kind === 'heading' || text === '' || seen.has(text) || !isRoom) continue
    seen.add(text)
    chosen.push(index)
    chars += text.length
    if (chosen.length >= piecesMax || chars >= charsMax) break
  }
  if (chosen.length === 0) return undefined
  const pieces = chosen.toSorted((a, b) => a - b).map((index) => passages.list[index]?.text ?? '')
  return clipped(oneLine(printable(pieces.join(' … '))))
}

/** The beginning of a page, where nothing matches the query. */
export function beginning({ markdown }: ExcerptSource): string {
  const passages = rankPassages(markdown.slice(0, charsMax * 8), { queries: [], title: '' })
  const texts = passages.list.filter(({ kind }) => kind !== 'heading').map(({ text }) => text)
  return clipped(oneLine(printable(texts.join(' '))))
}

/** Cut at a space. */
function clipped(text: string): string {
  if (text.length <= charsMax * 1.25) return text.trim()
  const cut = text.slice(0, charsMax)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), charsMax / 2)).trim()} …`
}
