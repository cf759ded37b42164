import type { Comparison } from './comparison.ts'
import { makeDiff } from './diff-of.ts'
import { findVolatile, isChanged } from './is-changed.ts'
import type { PageVersion } from './page-version.ts'
import { readPageRuns } from './runs.ts'

/** Two versions of a page, the older first, and its URL. */
export interface ComparisonInput {
  readonly previous: PageVersion
  readonly current: PageVersion
  /** The page as it was seconds after `current`: where it differs again, it changes with every visit. */
  readonly revisit?: PageVersion | undefined
  /** When the two versions were loaded. */
  readonly takenAt?: readonly [Date, Date] | undefined
  readonly url: string
}

/**
 * Compares two versions of a page as a reader sees them (docs/change-tracking.md). Pure and synchronous; use
 * `createComparer` for large pages.
 */
export function compareVersions(input: ComparisonInput): Comparison {
  const { previous, current, revisit, url, takenAt = [] } = input
  if (isIdentical(previous, current)) return { status: 'same' }
  const after = readPageRuns(current, takenAt[1])
  const volatile = revisit && findVolatile(after, readPageRuns(revisit))
  const ignoredLines = volatile?.reduce((sum, { runs }) => sum + runs, 0)
  const found = ignoredLines === undefined ? {} : { ignoredLines }
  if (!isChanged(readPageRuns(previous, takenAt[0]), after, volatile))
    return { status: 'same', ...found }
  return { status: 'changed', diff: makeDiff({ previous, current, url }), ...found }
}

export const isIdentical = (one: PageVersion, other: PageVersion) =>
  one.markdown === other.markdown && one.normalisedText === other.normalisedText
