import { diffArrays } from 'diff'
import { anchors, type Place } from './anchors.ts'
import type { PageRuns, Run } from './runs.ts'

/** Shorter texts stand in many places of a page: they count as moved only when a whole run says them. */
const movedLengthMin = 24

/**
 * Whether the content says something else. Runs of the one version that are beside the content of the other are no
 * change: the reading has drawn the line elsewhere, the page still says them.
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
  const end: Place = { before: before.content.length, after: after.content.length }
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

/** Targets count only when both versions have as many: else the reading has drawn a line elsewhere. */
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

/** What stands between two runs that both versions have. */
function isOther(gap: Gap, elsewhere: Elsewhere): boolean {
  if (join(gap.before) === join(gap.after)) return false
  return hunksOf(gap).some((hunk) => isOtherHunk(hunk, elsewhere))
}

/** Few runs are repeated so often that telling them apart would take long; then the gap is looked at as a whole. */
const editsMax = 400

/** What remains of a gap without the runs, repeated ones among them, that both have in the same order. */
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

/** Two texts without what they have in common at their beginnings and ends. */
function trimmed(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)]
}

interface Beside {
  /** Whether a whole run beside the content says this; each does so once. */
  takes(text: string): boolean
  /** Whether the text beside the content holds this. */
  says(text: string): boolean
}

/** What a version says beside its content that the other does not say there: a menu repeats titles in both. */
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
