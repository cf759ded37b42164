import type { Document } from 'domhandler'
import { elementsOf, textOf } from './walk.ts'

const blockLengthMax = 1_000_000
const blocksMax = 20
const nodesMax = 20_000

/** Every object in the JSON-LD blocks of a page, outer before inner. Broken blocks are passed over. */
export function* jsonLdObjects(document: Document): Generator<Readonly<Record<string, unknown>>> {
  const blocks: unknown[] = []
  for (const element of elementsOf(document)) {
    const isJsonLd =
      element.name === 'script' && /^application\/ld\+json/i.test(element.attribs['type'] ?? '')
    if (isJsonLd && blocks.length < blocksMax) blocks.push(parseBlock(textOf(element)))
  }
  let visited = 0
  const queue = blocks
  for (const value of queue) {
    visited += 1
    if (visited > nodesMax) return
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) yield value as Record<string, unknown>
    for (const inner of Object.values(value)) {
      if (typeof inner === 'object' && inner !== null && queue.length < nodesMax) queue.push(inner)
    }
  }
}

function parseBlock(text: string): unknown {
  if (text.length > blockLengthMax) return undefined
  try {
    return JSON.parse(text.replace(/^[\s/*]*<!\[CDATA\[[\s/*]*|[\s/*]*\]\]>[\s/*]*$/g, ''))
  } catch {
    return undefined
  }
}
