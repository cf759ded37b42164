import { splitText } from '#base/text-pieces.ts'

/** A piece of a page that is found and shown by itself. */
export interface Passage {
  /** Headings that it stands under, the highest first. */
  readonly headings: readonly string[]
  readonly text: string
}

/** Words of a passage, unless the page is so long that it would have too many of them. */
const usualWords = 220
/** A heading begins a new passage only behind so many words. */
const leastWords = 70
export const passagesMax = 48
const headingCharsMax = 200

/** Cuts the text of a page, as `extractText` gives it, at headings and lines. Takes linear time. */
export function splitPassages(text: string): Passage[] {
  const lines = text.split('\n').flatMap(cutLine)
  const total = lines.reduce((sum, line) => sum + countWords(line), 0)
  const most = Math.max(usualWords, Math.ceil((1.25 * total) / passagesMax))
  const least = Math.min(leastWords, most / 3)
  const passages: Passage[] = []
  const path: { readonly level: number; readonly text: string }[] = []
  let held: string[] = []
  let [words, headings] = [0, [] as string[]]
  const end = () => {
    const content = held.join('\n').trim()
    if (content !== '') passages.push({ headings, text: content })
    held = []
    words = 0
  }
  for (const line of lines) {
    const level = /^#{1,6}(?= )/.exec(line)?.[0].length ?? 0
    if ((level > 0 && words >= least) || words >= most) end()
    if (level > 0) {
      while ((path.at(-1)?.level ?? 0) >= level) path.pop()
      path.push({
        level,
        text: line
          .slice(level + 1)
          .trim()
          .slice(0, headingCharsMax),
      })
    }
    if (held.length === 0) headings = path.map((heading) => heading.text)
    held.push(line)
    words += countWords(line)
  }
  end()
  return passages.slice(0, passagesMax)
}

/** Characters of a line that stay together. */
const lineCharsMax = 800

const cutLine = (line: string): string[] =>
  line.length <= lineCharsMax ? [line] : [...splitText(line, lineCharsMax)]

/** Six characters are a word where no spaces are. */
function countWords(line: string): number {
  let spaces = 0
  for (let at = line.indexOf(' '); at >= 0; at = line.indexOf(' ', at + 1)) spaces++
  return Math.max(line === '' ? 0 : spaces + 1, line.length / 12)
}
