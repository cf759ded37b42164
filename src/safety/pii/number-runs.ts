/** Digits without anything between them. */
export interface DigitGroup {
  readonly start: number
  readonly end: number
  readonly digits: string
}

/** Groups of digits with at most three characters of punctuation or spaces between each two. */
export interface NumberRun {
  readonly groups: readonly DigitGroup[]
  /** `gaps[i]` stands between the groups `i` and `i + 1`. */
  readonly gaps: readonly string[]
}

const gapMax = 3
const groupLengthMax = 40
const gapPattern = /^[ \u00a0\u2009\u202f.()/·\u2010-\u2013-]+$/
const groupPattern = /\d+/g

/** All numbers of a text in one pass; those of more than 40 digits are left out. */
export function numberRuns(text: string): NumberRun[] {
  const runs: NumberRun[] = []
  let groups: DigitGroup[] = []
  let gaps: string[] = []
  const finish = () => {
    if (groups.length > 0) runs.push({ groups, gaps })
    groups = []
    gaps = []
  }
  for (const { 0: digits, index } of text.matchAll(groupPattern)) {
    const last = groups.at(-1)
    const gap = last && text.slice(last.end, Math.min(index, last.end + gapMax + 1))
    if (gap !== undefined && gap.length <= gapMax && gapPattern.test(gap)) gaps.push(gap)
    else finish()
    if (digits.length > groupLengthMax) finish()
    else groups.push({ start: index, end: index + digits.length, digits })
  }
  finish()
  return runs
}

/** A part of a run: the groups from `first` to `last`, included. */
export interface NumberWindow {
  readonly groups: readonly DigitGroup[]
  readonly gaps: readonly string[]
  readonly digits: string
  /** Lengths of the groups: `3-3-4`. */
  readonly shape: string
  readonly start: number
  readonly end: number
}

/** Groups of a run that make up a list; what it holds are no telephone numbers. */
export const listGroupsMin = 25

/**
 * The parts of a run that start with the group `first` and have between `digitsMin` and `digitsMax` digits in at most
 * `groupsMax` groups, the longest first.
 */
export function windowsFrom(
  run: NumberRun,
  first: number,
  {
    digitsMin,
    digitsMax,
    groupsMax,
  }: Readonly<Record<'digitsMin' | 'digitsMax' | 'groupsMax', number>>,
): NumberWindow[] {
  const windows: NumberWindow[] = []
  let digits = 0
  for (let last = first; last < run.groups.length && last - first < groupsMax; last += 1) {
    digits += run.groups[last]?.digits.length ?? 0
    if (digits > digitsMax) break
    if (digits >= digitsMin) windows.unshift(makeWindow(run, first, last))
  }
  return windows
}

function makeWindow(run: NumberRun, first: number, last: number): NumberWindow {
  const groups = run.groups.slice(first, last + 1)
  return {
    groups,
    gaps: run.gaps.slice(first, last),
    digits: groups.map(({ digits }) => digits).join(''),
    shape: groups.map(({ digits }) => digits.length).join('-'),
    start: groups[0]?.start ?? 0,
    end: groups.at(-1)?.end ?? 0,
  }
}
