import type { Element } from 'domhandler'
import { isObject, type JsonObject } from '#base/json-values.ts'
import { parseLoose } from './loose-json.ts'
import { readText } from './walk.ts'

const blockLengthMax = 1_000_000
const blocksMax = 20
const nodesMax = 20_000

/** The JSON-LD of a page, parsed on first use and cached. */
export interface JsonLd {
  /** The value of each block, in document order. Broken blocks are passed over. */
  readonly blocks: () => readonly unknown[]
  /** Every object in these blocks, outer before inner. */
  readonly objects: () => readonly JsonObject[]
}

export const isJsonLd = ({ name, attribs }: Element): boolean =>
  name === 'script' && /^application\/ld\+json/i.test(attribs['type'] ?? '')

/** Reads these JSON-LD scripts of one page. */
export function createJsonLd(scripts: readonly Element[]): JsonLd {
  let values: readonly unknown[] | undefined
  let listed: readonly JsonObject[] | undefined
  const blocks = () => (values ??= scripts.slice(0, blocksMax).flatMap(parseBlock))
  return { blocks, objects: () => (listed ??= objectsIn(blocks())) }
}

/** Outer before inner; the queue grows while it is read. */
function objectsIn(blocks: readonly unknown[]): JsonObject[] {
  const objects: JsonObject[] = []
  const queue = blocks.filter(isFilled)
  for (const value of queue) {
    if (isObject(value)) objects.push(value)
    for (const inner of Object.values(value)) {
      if (isFilled(inner) && queue.length < nodesMax) queue.push(inner)
    }
  }
  return objects
}

const isFilled = (value: unknown): value is object => typeof value === 'object' && value !== null

function parseBlock(script: Element): unknown[] {
  const text = readText(script, { lengthMax: blockLengthMax + 1 })
  if (text.length > blockLengthMax) return []
  const value = parseLoose(
    text.includes('CDATA') || text.includes(']]>') ? text.replace(cdata, '') : text,
  )
  return value === undefined ? [] : [value]
}

const cdata = /^[\s/*]*<!\[CDATA\[[\s/*]*|(?<![\s/*])[\s/*]*\]\]>[\s/*]*$/g
