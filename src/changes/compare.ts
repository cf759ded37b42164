import { structuredPatch } from 'diff'
import type { Comparison } from './comparison.ts'
import { comparisonText } from './normalise.ts'
import type { PageVersion } from './page-version.ts'
import { toDiff } from './to-diff.ts'

/** Two versions of a page, the older first; `url` is where it is. */
export interface ComparisonInput {
  readonly previous: PageVersion
  readonly current: PageVersion
  readonly url: string
}

const contextLines = 3

/**
 * Whether the page has changed for a reader (contract sections 6.4 and 13.7), and what. Pure, and on the calling
 * thread: `createComparer` is for large pages.
 */
export function compareVersions({ previous, current, url }: ComparisonInput): Comparison {
  if (previous.markdown === current.markdown) return { status: 'same' }
  const [before, after] = [previous, current].map(({ markdown }) => comparisonText(markdown, url))
  if (before === after) return { status: 'same' }
  const patch = structuredPatch(url, url, previous.markdown, current.markdown, '', '', {
    context: contextLines,
  })
  return { status: 'changed', diff: toDiff(patch) }
}
