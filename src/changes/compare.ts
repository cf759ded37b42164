import type { Comparison } from './comparison.ts'
import { diffOf } from './diff-of.ts'
import { isChanged } from './is-changed.ts'
import type { PageVersion } from './page-version.ts'
import { readPageRuns } from './runs.ts'

/** Two versions of a page, the older first, and its URL. */
export interface ComparisonInput {
  readonly previous: PageVersion
  readonly current: PageVersion
  readonly url: string
}

/**
 * Compares two versions of a page as a reader sees them (docs/change-tracking.md). Pure and synchronous; use
 * `createComparer` for large pages.
 */
export function compareVersions({ previous, current, url }: ComparisonInput): Comparison {
  if (isIdentical(previous, current)) return { status: 'same' }
  if (!isChanged(readPageRuns(previous), readPageRuns(current))) return { status: 'same' }
  return { status: 'changed', diff: diffOf({ previous, current, url }) }
}

export const isIdentical = (one: PageVersion, other: PageVersion) =>
  one.markdown === other.markdown && one.normalisedText === other.normalisedText
