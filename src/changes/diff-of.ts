import { structuredPatch, type StructuredPatch } from 'diff'
import type { ComparisonInput } from './compare.ts'
import type { Diff } from './comparison.ts'
import type { PageVersion } from './page-version.ts'
import { isContentLine } from './runs.ts'
import { normaliseText } from './normalise-text.ts'
import { toDiff } from './to-diff.ts'

const contextLines = 3
/** Maximum number of added and removed lines; beyond it, the diff is one change from the first to the last difference. */
const editsMax = 2_000
const diffMsMax = 2_000
/** Maximum length of a diff; the rest is left out. */
const diffLengthMax = 1_000_000
/** Maximum length of a line; the rest is left out. */
const lineLengthMax = 20_000

/**
 * Returns the diff between two versions. Lines with irrelevant differences only (relative dates, counters) are shown as
 * unchanged. If the Markdown of both is equal, the diff is made of the normalised text.
 */
export function makeDiff({ previous, current, url }: ComparisonInput): Diff {
  const shown = [previous.markdown, current.markdown] as const
  const normalised = makePatch(url, shown, isEqualNormalised())
  if (normalised.hunks.length > 0) return toDiff(normalised)
  const exact = makePatch(url, shown)
  if (exact.hunks.length > 0) return toDiff(exact)
  return toDiff(makePatch(url, [readLines(previous), readLines(current)], isEqualNormalised()))
}

type Comparator = (left: string, right: string) => boolean

function makePatch(
  url: string,
  [before, after]: readonly [string, string],
  comparator?: Comparator,
) {
  const options = { context: contextLines, ...(comparator && { comparator }) }
  const limits = { maxEditLength: editsMax, timeout: diffMsMax }
  const patch = structuredPatch(url, url, ended(before), ended(after), '', '', {
    ...options,
    ...limits,
  })
  return shortened(patch ?? wholePatch(url, before.split('\n'), after.split('\n')))
}

function shortened(patch: StructuredPatch): StructuredPatch {
  let length = 0
  const hunks = patch.hunks.flatMap((hunk) => {
    const lines = hunk.lines
      .map((line) => (line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)}…` : line))
      .filter((line) => (length += line.length) <= diffLengthMax)
    if (lines.length === hunk.lines.length) return [{ ...hunk, lines }]
    const has = (sign: string) => lines.filter((line) => !line.startsWith(sign)).length
    return lines.length > 0 ? [{ ...hunk, lines, oldLines: has('+'), newLines: has('-') }] : []
  })
  return { ...patch, hunks }
}

/** Adds a missing newline at the end, which would appear in every diff. */
const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

function isEqualNormalised(): Comparator {
  const known = new Map<string, string>()
  const normalised = (line: string) => {
    let text = known.get(line)
    if (text === undefined) known.set(line, (text = normaliseText(line)))
    return text
  }
  return (left, right) => left === right || normalised(left) === normalised(right)
}

const readLines = ({ normalisedText = '' }: PageVersion) =>
  normalisedText
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(isContentLine)
    .map(([, text = '']) => text)
    .join('\n')

/** A single change from the first line that differs to the last. */
function wholePatch(
  url: string,
  before: readonly string[],
  after: readonly string[],
): StructuredPatch {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [gone, come] = [before, after].map((lines) => lines.slice(start, lines.length - end))
  const lines = [
    ...(gone ?? []).map((line) => `-${line}`),
    ...(come ?? []).map((line) => `+${line}`),
  ]
  const hunk = {
    oldStart: start + 1,
    oldLines: gone?.length ?? 0,
    newStart: start + 1,
    newLines: come?.length ?? 0,
    lines,
  }
  return {
    oldFileName: url,
    newFileName: url,
    oldHeader: '',
    newHeader: '',
    hunks: lines.length > 0 ? [hunk] : [],
  }
}
