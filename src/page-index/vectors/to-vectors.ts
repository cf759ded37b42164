import { createYields } from '#kernel/event-loop.ts'
import { encode } from './encode.ts'
import { codeBytes, toBytes, toCode, vectorBytes } from './quantise.ts'
import { splitPassages } from './split-passages.ts'
import { loadTable } from './table.ts'

/** The vectors of a page: of its title and beginning, and of its passages in their order. */
export interface PageVectors {
  /** The signs of all of them. */
  readonly codes: Uint8Array
  readonly head: Uint8Array
  readonly passages: Uint8Array
}

const beginningCharsMax = 1_500
/** How often the title counts beside the beginning of the text. */
const titleCount = 2

/** What the page as a whole is about. */
const writeHead = (title: string, text: string) =>
  [...Array<string>(titleCount).fill(title), text.slice(0, beginningCharsMax)].join('\n')

/** A passage is encoded with the title and the headings that it stands under. */
export async function toVectors(title: string, text: string): Promise<PageVectors> {
  const table = await loadTable()
  const head = encode(table, writeHead(title, text))
  const passages = splitPassages(text)
  const codes = new Uint8Array((passages.length + 1) * codeBytes)
  const vectors = new Uint8Array(passages.length * vectorBytes)
  codes.set(toCode(head))
  const yields = createYields()
  for (const [at, { headings, text: own }] of passages.entries()) {
    const vector = encode(table, [title, ...headings, own].join('\n'))
    codes.set(toCode(vector), (at + 1) * codeBytes)
    vectors.set(toBytes(vector), at * vectorBytes)
    await yields.next()
  }
  return { codes, head: toBytes(head), passages: vectors }
}
