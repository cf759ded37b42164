import { createYields } from '#kernel/event-loop.ts'
import { encode } from './encode.ts'
import { codeBytes, toBytes, toCode, vectorBytes } from './quantise.ts'
import { splitPassages } from './split-passages.ts'
import { loadTable } from './table.ts'

/** The vectors of the passages of a page, in their order. */
export interface PageVectors {
  readonly codes: Uint8Array
  readonly vectors: Uint8Array
}

/** A passage is encoded with the title and the headings that it stands under. */
export async function toVectors(title: string, text: string): Promise<PageVectors> {
  const table = await loadTable()
  const passages = splitPassages(text)
  const codes = new Uint8Array(passages.length * codeBytes)
  const vectors = new Uint8Array(passages.length * vectorBytes)
  const yields = createYields()
  for (const [at, { headings, text: own }] of passages.entries()) {
    const vector = encode(table, `${title}\n${headings.at(-1) ?? ''}\n${own}`)
    codes.set(toCode(vector), at * codeBytes)
    vectors.set(toBytes(vector), at * vectorBytes)
    await yields.next()
  }
  return { codes, vectors }
}
