import { structuredPatch, type StructuredPatch } from 'diff'
import type { ComparisonInput } from './compare.ts'
import type { Diff } from './comparison.ts'
import type { PageVersion } from './page-version.ts'
import { isContentLine } from './runs.ts'
import { steadyText } from './steady-text.ts'
import { toDiff } from './to-diff.ts'

const contextLines = 3
/** Lines that were added and removed; versions further apart are shown as one change from the first to the last difference. */
const editsMax = 2_000
const diffMsMax = 2_000
/** Characters of a diff; what comes after is left out. */
const diffLengthMax = 1_000_000
/** Characters of a line; its end is left out. */
const lineLengthMax = 20_000

/**
 * The difference between two versions as users see them. Lines that only differ in what passes (dates of now, counters)
 * are shown as unchanged. What users do not see, because it was left out of both, is told from what was read for comparing.
 */
export function diffOf({ previous, current, url }: ComparisonInput): Diff {
  const shown = [previous.markdown, current.markdown] as const
  const steady = patchOf(url, shown, isSteadyEqual())
  if (steady.hunks.length > 0) return toDiff(steady)
  const exact = patchOf(url, shown)
  if (exact.hunks.length > 0) return toDiff(exact)
  return toDiff(patchOf(url, [readLines(previous), readLines(current)], isSteadyEqual()))
}

type Comparator = (left: string, right: string) => boolean

function patchOf(url: string, [before, after]: readonly [string, string], comparator?: Comparator) {
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

/** A last line without an end would be told of in every diff. */
const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

function isSteadyEqual(): Comparator {
  const known = new Map<string, string>()
  const steady = (line: string) => {
    let text = known.get(line)
    if (text === undefined) known.set(line, (text = steadyText(line)))
    return text
  }
  return (left, right) => left === right || steady(left) === steady(right)
}

const readLines = ({ normalisedText = '' }: PageVersion) =>
  normalisedText
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(isContentLine)
    .map(([, text = '']) => text)
    .join('\n')

/** One change from the first line that differs to the last. */
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
