import type { PageVersion } from '#changes/page-version.ts'
import { findValues, type FoundValue, type ProductFacts } from './find-values.ts'
import type { WatchSettings } from './watch.ts'
import { splitLines, withoutIgnored, type WatchedLine } from './watched-text.ts'

/** Versions of a page; what the rules find is that of the last one. */
export interface WatchedVersions {
  readonly watch: WatchSettings
  readonly versions: readonly PageVersion[]
  readonly product: ProductFacts | undefined
  /** Whether selectors have chosen a part of the page. */
  readonly isPart: boolean
  /** Whether `lines` are wanted. */
  readonly wantsLines?: boolean
}

export interface WatchedFacts {
  /** Without what is to be ignored. */
  readonly versions: readonly PageVersion[]
  readonly found: readonly FoundValue[]
  /** Of the last version. */
  readonly lines: readonly WatchedLine[]
}

/** Patterns of callers run here. */
export function readWatched(input: WatchedVersions): WatchedFacts {
  const { watch, versions, wantsLines = false } = input
  const { ignoreText, rules } = watch
  const kept = versions.map((version) => withoutIgnored(version, ignoreText))
  const last = kept.at(-1)
  const lines = wantsLines ? splitLines(versions.at(-1)?.markdown ?? '', ignoreText) : []
  return { versions: kept, found: last ? findValues(rules, last, input) : [], lines }
}
