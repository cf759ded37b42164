import { diffArrays } from 'diff'
import { anchors, type Match } from './anchors.ts'
import { isReordered } from './is-reordered.ts'
import type { PageRuns, ChangedRun } from './runs.ts'
import { movesWithVisits } from './visit-dates.ts'

/** Shorter texts occur in many places of a page: they count as moved only if a whole run equals them. */
const movedLengthMin = 24

/**
 * Whether the content differs. A run of one version that the other has outside of its content is no change: main content
 * extraction drew a different line, and the page still contains the text. Nor are teasers in another order, and what is
 * volatile.
 */
export function isChanged(
  before: PageRuns,
  after: PageRuns,
  volatile: readonly Volatile[] = [],
): boolean {
  const places = anchors(before.content, after.content)
  const moved = places
    .filter(({ after: at }) => !volatile.some(({ from, to }) => from <= at && at < to))
    .map((place) => [before.content[place.before], after.content[place.after]] as const)
    .filter(([one, other]) => hasOtherTargets(one, other))
  if (moved.some(([one]) => one?.text !== '')) return true
  const hunks = differences({ before, after }, places).filter((hunk) => !isVolatile(hunk, volatile))
  if (hunks.length === 0) return moved.length > 0
  // Pictures without text go with the cards around them.
  const hasSamePictures = moved.length === 0 || listPictures(before) === listPictures(after)
  return !hasSamePictures || !isReordered(hunks, { before: before.content, after: after.content })
}

const listPictures = ({ content }: PageRuns): string =>
  content
    .filter(({ text }) => text === '')
    .map(({ targets }) => targets)
    .toSorted()
    .join('\n')

/** A place of the content that differs between two visits of the same moment: indexes of its runs, and their size. */
export interface Volatile {
  readonly from: number
  readonly to: number
  readonly runs: number
  readonly length: number
}

/** Finds what differs between two visits, seconds after each other: places of the first. */
export function findVolatile(first: PageRuns, second: PageRuns): Volatile[] {
  const places = anchors(first.content, second.content)
  const moved = places
    .filter((place) => hasOtherTargets(first.content[place.before], second.content[place.after]))
    .map(({ before: from }) => ({ from, to: from + 1, runs: 1, length: 0 }))
  const hunks = differences({ before: first, after: second }, places).map((hunk) => ({
    from: hunk.beforeFrom,
    to: hunk.beforeFrom + hunk.before.length,
    runs: Math.max(hunk.before.length, hunk.after.length),
    length: Math.max(join(hunk.before).length, join(hunk.after).length),
  }))
  const length = hunks.reduce((sum, hunk) => sum + hunk.length, 0)
  return length > join(first.content).length * volatileShareMax ? [] : [...moved, ...hunks]
}

/** With more differences, the second visit returned another page. */
const volatileShareMax = 0.3

/** Whether all of a difference lies in volatile places, and is not larger than what changes there. */
function isVolatile(hunk: Hunk, volatile: readonly Volatile[]): boolean {
  const [from, to] = [hunk.afterFrom, hunk.afterFrom + hunk.after.length]
  const touched = volatile.filter((place) => place.from <= to && from <= place.to)
  if (touched.length === 0) return false
  for (let index = from; index < to; index += 1) {
    if (!touched.some((place) => place.from <= index && index < place.to)) return false
  }
  const runs = touched.reduce((sum, place) => sum + place.runs, 0)
  const length = touched.reduce((sum, place) => sum + place.length, 0)
  return hunk.before.length <= runs && join(hunk.before).length <= length * volatileGrowth
}

/** A rotating text may be so much longer than those that were seen. */
const volatileGrowth = 3

interface Versions {
  readonly before: PageRuns
  readonly after: PageRuns
}

function differences({ before, after }: Versions, places: readonly Match[]): Hunk[] {
  const elsewhere = {
    before: createBeside(before.beside, after.beside),
    after: createBeside(after.beside, before.beside),
  }
  const hunks: Hunk[] = []
  let [beforeFrom, afterFrom] = [0, 0]
  const end: Match = { before: before.content.length, after: after.content.length }
  for (const place of [...places, end]) {
    const gap = {
      before: before.content.slice(beforeFrom, place.before),
      after: after.content.slice(afterFrom, place.after),
      beforeFrom,
      afterFrom,
    }
    if (join(gap.before) !== join(gap.after)) {
      hunks.push(
        ...splitGap(gap).filter(
          (hunk) => isOtherHunk(hunk, elsewhere) && !isOfVisits(hunk, { before, after }),
        ),
      )
    }
    ;[beforeFrom, afterFrom] = [place.before + 1, place.after + 1]
  }
  return hunks
}

/** Link targets are compared only if both versions have the same number of them. */
function hasOtherTargets(one: ChangedRun | undefined, other: ChangedRun | undefined): boolean {
  if (!one || !other || one.targets === other.targets) return false
  const [these, those] = [one.targets.split(' '), other.targets.split(' ')]
  if (these.length !== those.length) return false
  return these.some(
    (target, index) => target !== '' && those[index] !== '' && target !== those[index],
  )
}

/** Runs of both versions between two shared runs, and the indexes where they begin. */
export interface Hunk {
  readonly before: readonly ChangedRun[]
  readonly after: readonly ChangedRun[]
  readonly beforeFrom: number
  readonly afterFrom: number
}

type Elsewhere = Readonly<Record<'before' | 'after', Beside>>

/** Maximum number of edits inside a gap; beyond it, the gap is compared as a whole. */
const editsMax = 400

/** Removes the runs, including repeated ones, that both sides of a gap have in the same order. */
function splitGap(gap: Hunk): Hunk[] {
  const [before, after] = [gap.before, gap.after].map((runs) => runs.map(({ text }) => text))
  const parts = diffArrays(before ?? [], after ?? [], { maxEditLength: editsMax })
  if (!parts) return [gap]
  const hunkAt = (beforeAt: number, afterAt: number) => ({
    before: [] as ChangedRun[],
    after: [] as ChangedRun[],
    beforeFrom: gap.beforeFrom + beforeAt,
    afterFrom: gap.afterFrom + afterAt,
  })
  let [beforeAt, afterAt] = [0, 0]
  const hunks = [hunkAt(0, 0)]
  for (const { added, removed, count } of parts) {
    const hunk = hunks.at(-1)
    if (!added && !removed) hunks.push(hunkAt(beforeAt + count, afterAt + count))
    if (removed) hunk?.before.push(...gap.before.slice(beforeAt, beforeAt + count))
    if (added) hunk?.after.push(...gap.after.slice(afterAt, afterAt + count))
    if (!added) beforeAt += count
    if (!removed) afterAt += count
  }
  return hunks
}

function isOtherHunk({ before, after }: Hunk, elsewhere: Elsewhere): boolean {
  if (join(before) === join(after)) return false
  const gone = join(before.filter(({ text }) => !elsewhere.before.takes(text)))
  const come = join(after.filter(({ text }) => !elsewhere.after.takes(text)))
  if (gone === come) return false
  const [from, to] = trimmed(gone, come)
  return !elsewhere.before.says(from) || !elsewhere.after.says(to)
}

/** Whether only dates differ that are those of the visits. */
function isOfVisits(hunk: Hunk, { before, after }: Versions): boolean {
  if (!before.takenAt || !after.takenAt) return false
  const [one = '', other = ''] = [hunk.before, hunk.after].map((runs) =>
    runs.map(({ written }) => written).join(' '),
  )
  return (
    Math.max(one.length, other.length) <= datedLengthMax &&
    movesWithVisits({ text: one, takenAt: before.takenAt }, { text: other, takenAt: after.takenAt })
  )
}

/** Of a longer text not only the date would differ. */
const datedLengthMax = 1_000

const join = (runs: readonly ChangedRun[]) => runs.map(({ text }) => text).join('')

/** Removes the common start and end of two texts. */
function trimmed(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

interface Beside {
  /** Whether a whole run outside of the content equals this text; each run matches once. */
  takes(text: string): boolean
  /** Whether the text outside of the content contains this text. */
  says(text: string): boolean
}

/** Text outside of the content of one version that the other version does not have there; menus repeat titles in both. */
function createBeside(own: readonly string[], other: readonly string[]): Beside {
  const counts = new Map<string, number>()
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const text of own) counts.set(text, (counts.get(text) ?? 0) - 1)
  const all = other.filter((text) => (counts.get(text) ?? 0) > 0).join('')
  const says = (text: string) =>
    text === '' || (text.length >= movedLengthMin && all.includes(text))
  return {
    says,
    takes(text) {
      const count = counts.get(text) ?? 0
      if (count <= 0) return says(text)
      counts.set(text, count - 1)
      return true
    },
  }
}
