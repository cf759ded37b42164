import type { VectorEncoder } from './encoder.ts'
import { codeBytes, toBytes, toCode } from './quantise.ts'
import { splitPassages } from './split-passages.ts'

/** The vectors of a page: of its title and beginning, and of its passages in their order. */
export interface PageVectors {
  readonly space: string
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

/** A passage is encoded with the title and the headings that it stands under. Throws as the encoder does. */
export async function toVectors(
  encoder: VectorEncoder,
  { title, text }: { readonly title: string; readonly text: string },
  signal: AbortSignal,
): Promise<PageVectors> {
  const passages = splitPassages(text).map(({ headings, text: own }) =>
    [title, ...headings, own].join('\n'),
  )
  const vectors = await encoder.encode([writeHead(title, text), ...passages], signal)
  const space = await encoder.findSpace(signal)
  const codes = new Uint8Array(vectors.length * codeBytes)
  for (const [at, vector] of vectors.entries()) codes.set(toCode(vector), at * codeBytes)
  const [head, ...others] = vectors.map(toBytes)
  return { space, codes, head: head ?? new Uint8Array(), passages: Buffer.concat(others) }
}
