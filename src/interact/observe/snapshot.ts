import type { Page } from 'playwright-core'
import { z } from 'zod'
import { markWorking } from './marks.ts'

/** An element of the accessibility tree. */
export interface SnapshotNode {
  readonly role: string
  readonly name?: string | undefined
  /** Reference by which Playwright finds the element until the next snapshot. */
  readonly ref?: string | undefined
  readonly text?: string | undefined
  readonly url?: string | undefined
  readonly level?: number | undefined
  readonly cursor?: string | undefined
  readonly placeholder?: string | undefined
  readonly checked?: boolean | 'mixed' | undefined
  readonly pressed?: boolean | 'mixed' | undefined
  readonly disabled?: boolean | undefined
  readonly expanded?: boolean | undefined
  readonly selected?: boolean | undefined
  readonly active?: boolean | undefined
  readonly children?: readonly (SnapshotNode | string)[] | undefined
}

const state = z.union([z.boolean(), z.literal('mixed')]).optional()
const flag = z.boolean().optional()
const text = z.string().optional()

const Node: z.ZodType<SnapshotNode> = z.object({
  role: z.string(),
  name: text,
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
const Snapshot = z.array(z.union([z.string(), Node]))

const snapshotMsMax = 10_000

/** The accessibility tree of a page with references of everything that works, also of what has no role. */
export async function takeSnapshot(page: Page): Promise<readonly (SnapshotNode | string)[]> {
  const unmark = await markWorking(page)
  try {
    return Snapshot.parse(await page.ariaSnapshotJSON({ mode: 'ai', timeout: snapshotMsMax }))
  } finally {
    await unmark()
  }
}
