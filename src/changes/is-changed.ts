import { diffArrays } from 'diff'
import { anchors, type Match } from './anchors.ts'
import type { PageRuns, Run } from './runs.ts'

/** Shorter texts occur in many places of a page: they count as moved only if a whole run equals them. */
const movedLengthMin = 24

/**
 * Whether the content differs. A run of one version that the other has outside of its content is no change: main content
 * extraction drew a different line, and the page still contains the text.
 */
export function isChanged(before: PageRuns, after: PageRuns): boolean {
  const places = anchors(before.content, after.content)
  if (
    places.some((place) =>
      hasOtherTargets(before.content[place.before], after.content[place.after]),
    )
  )
    return true
  const elsewhere = {
    before: createBeside(before.beside, after.beside),
    after: createBeside(after.beside, before.beside),
  }
  let [beforeFrom, afterFrom] = [0, 0]
  const end: Match = { before: before.content.length, after: after.content.length }
  for (const place of [...places, end]) {
    const gap = {
      before: before.content.slice(beforeFrom, place.before),
      after: after.content.slice(afterFrom, place.after),
    }
    if (isOther(gap, elsewhere)) return true
    ;[beforeFrom, afterFrom] = [place.before + 1, place.after + 1]
  }
  return false
}

/** Link targets are compared only if both versions have the same number of them. */
function hasOtherTargets(one: Run | undefined, other: Run | undefined): boolean {
  if (!one || !other || one.targets === other.targets) return false
  const [these, those] = [one.targets.split(' '), other.targets.split(' ')]
  if (these.length !== those.length) return false
  return these.some(
    (target, index) => target !== '' && those[index] !== '' && target !== those[index],
  )
}

interface Gap {
  readonly before: readonly Run[]
  readonly after: readonly Run[]
}

type Elsewhere = Readonly<Record<'before' | 'after', Beside>>

/** The runs between two shared runs. */
function isOther(gap: Gap, elsewhere: Elsewhere): boolean {
  if (join(gap.before) === join(gap.after)) return false
  return hunksOf(gap).some((hunk) => isOtherHunk(hunk, elsewhere))
}

/** Maximum number of edits inside a gap; beyond it, the gap is compared as a whole. */
const editsMax = 400

/** Removes the runs, including repeated ones, that both sides of a gap have in the same order. */
function hunksOf(gap: Gap): Gap[] {
  const [before, after] = [gap.before, gap.after].map((runs) => runs.map(({ text }) => text))
  const parts = diffArrays(before ?? [], after ?? [], { maxEditLength: editsMax })
  if (!parts) return [gap]
  const hunks: { before: Run[]; after: Run[] }[] = [{ before: [], after: [] }]
  let [beforeAt, afterAt] = [0, 0]
  for (const { added, removed, count } of parts) {
    const hunk = hunks.at(-1)
    if (!added && !removed) hunks.push({ before: [], after: [] })
    if (removed) hunk?.before.push(...gap.before.slice(beforeAt, beforeAt + count))
    if (added) hunk?.after.push(...gap.after.slice(afterAt, afterAt + count))
    if (!added) beforeAt += count
    if (!removed) afterAt += count
  }
  return hunks
}

function isOtherHunk({ before, after }: Gap, elsewhere: Elsewhere): boolean {
  if (join(before) === join(after)) return false
  const gone = join(before.filter(({ text }) => !elsewhere.before.takes(text)))
  const come = join(after.filter(({ text }) => !elsewhere.after.takes(text)))
  if (gone === come) return false
  const [from, to] = trimmed(gone, come)
  return !elsewhere.before.says(from) || !elsewhere.after.says(to)
}

const join = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

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
