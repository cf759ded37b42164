import { foldedWords } from './fold.ts'
import { encode } from './vectors/encode.ts'
import { splitPassages } from './vectors/split-passages.ts'
import { loadTable } from './vectors/table.ts'

/** A piece of a page that speaks to a query. */
export interface FoundPassage {
  readonly text: string
  /** Headings that it stands under, the highest first. */
  readonly headings: readonly string[]
  /** Behind the URL of the page, it leads there: a text fragment. */
  readonly anchor: string
  /** From 0 to 1: how many words of the query it holds, and how near it is to what the query means. */
  readonly score: number
}

const charsMax = 4_000
const queryWordsMax = 32
/** Passages whose meaning is compared: those that hold most of the words. */
const comparedMax = 12
const anchorWordsMax = 6

/** The passages of a page, as `extractText` gives its text, that fit a query best, the best first. */
export async function findPassages(
  { title, text }: { readonly title: string; readonly text: string },
  query: string,
  most: number,
): Promise<FoundPassage[]> {
  const table = await loadTable()
  const asked = encode(table, query)
  const words = [...new Set(foldedWords(query).slice(0, queryWordsMax))]
  const likely = splitPassages(text)
    .map((passage) => {
      const own = [title, ...passage.headings, passage.text.slice(0, charsMax)].join('\n')
      const held = new Set(foldedWords(own))
      const share = words.filter((word) => held.has(word)).length / Math.max(1, words.length)
      return { ...passage, own, share }
    })
    .toSorted((a, b) => b.share - a.share)
    .slice(0, comparedMax)
  return likely
    .map(({ own, share, headings, text: whole }) => {
      const similarity = Math.max(0, product(asked, encode(table, own)))
      const score = Math.round(500 * (share + similarity)) / 1_000
      return { text: whole.slice(0, charsMax), headings, anchor: writeAnchor(whole), score }
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (const [at, number] of a.entries()) sum += number * (b[at] ?? 0)
  return sum
}

/** The first words of the first line: of the heading, if it begins with one. */
function writeAnchor(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const words = line.split(' ').filter((word) => word !== '' && !word.startsWith('#'))
  const shown = words.slice(0, anchorWordsMax).join(' ').slice(0, 200).toWellFormed()
  // A hyphen would separate the parts of a fragment.
  return `#:~:text=${encodeURIComponent(shown).replaceAll('-', '%2D')}`
}
