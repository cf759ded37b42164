import type { Document, Element } from 'domhandler'
import { elementsOf, textOf } from './walk.ts'

const blockLengthMax = 1_000_000
const blocksMax = 20
const nodesMax = 20_000

export type JsonObject = Readonly<Record<string, unknown>>

/** Every object in the JSON-LD blocks of a page, outer before inner. Broken blocks are passed over. */
export function jsonLdObjects(document: Document): Generator<JsonObject> {
  const blocks: Element[] = []
  for (const element of elementsOf(document)) if (isJsonLd(element)) blocks.push(element)
  return objectsIn(blocks)
}

export const isJsonLd = ({ name, attribs }: Element): boolean =>
  name === 'script' && /^application\/ld\+json/i.test(attribs['type'] ?? '')

/** Every object in these JSON-LD blocks. */
export function* objectsIn(blocks: readonly Element[]): Generator<JsonObject> {
  let visited = 0
  const queue = blocks.slice(0, blocksMax).map((block) => parseBlock(textOf(block)))
  for (const value of queue) {
    visited += 1
    if (visited > nodesMax) return
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) yield value as JsonObject
    for (const inner of Object.values(value)) {
      if (typeof inner === 'object' && inner !== null && queue.length < nodesMax) queue.push(inner)
    }
  }
}

function parseBlock(text: string): unknown {
  if (text.length > blockLengthMax) return undefined
  try {
    return JSON.parse(
      text.replace(/^[\s/*]*<!\[CDATA\[[\s/*]*|(?<![\s/*])[\s/*]*\]\]>[\s/*]*$/g, ''),
    )
  } catch {
    return undefined
  }
}
