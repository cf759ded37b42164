import type { Page } from 'playwright-core'
import { z } from 'zod'
import { htmlLengthMax } from '#browser/in-page.ts'
import { markWorking } from './marks.ts'
import { documentLength } from './read-document.ts'

const state = z.union([z.boolean(), z.literal('mixed')]).optional()
const flag = z.boolean().optional()
const text = z.string().optional()

/** An element of the accessibility tree. */
const Node = z.object({
  role: z.string(),
  name: text,
  /** Reference by which Playwright finds the element until the next snapshot. */
  ref: text,
  text,
  url: text,
  level: z.number().optional(),
  cursor: text,
  placeholder: text,
  checked: state,
  pressed: state,
  disabled: flag,
  expanded: flag,
  selected: flag,
  active: flag,
  get children() {
    return z.array(z.union([z.string(), Node])).optional()
  },
})
export type SnapshotNode = z.output<typeof Node>
const Snapshot = z.array(z.union([z.string(), Node]))

const snapshotMsMax = 10_000
/** Nodes that are described. */
const nodesMax = 20_000
/** Of each text; more than is shown of it. */
const textLengthMax = 10_000
const moreNodes = { role: 'status', name: 'Only the beginning of this page is described.' }

/**
 * The accessibility tree of a page with references of everything that works, also of what has no role. Of a large page only the
 * beginning. Fails if the document is longer than `htmlLengthMax`.
 */
export async function takeSnapshot(page: Page): Promise<readonly (SnapshotNode | string)[]> {
  if ((await documentLength(page)) > htmlLengthMax)
    throw new Error('The document is larger than 50 MB.')
  const { isCut, unmark } = await markWorking(page)
  try {
    const nodes = await page.ariaSnapshotJSON({ mode: 'ai', timeout: snapshotMsMax })
    return Snapshot.parse(cutToBeginning(nodes, isCut))
  } finally {
    await unmark()
  }
}

/** The first nodes in the order of the document, and of each text the beginning: checking and describing them takes time. */
export function cutToBeginning(nodes: unknown, isCut = false): unknown {
  let left = nodesMax
  const cut = (part: unknown): unknown => {
    if (typeof part === 'string') return part.slice(0, textLengthMax)
    if (Array.isArray(part)) return cutList(part)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, cut(member)]))
  }
  const cutList = (list: readonly unknown[]): unknown[] => {
    const kept: unknown[] = []
    for (const node of list) {
      left -= 1
      if (left < 0) break
      kept.push(cut(node))
    }
    return kept
  }
  const beginning = cut(nodes)
  const isWhole = left >= 0 && !isCut
  return isWhole || !Array.isArray(beginning) ? beginning : [...(beginning as unknown[]), moreNodes]
}
