import type { Hunk } from './is-changed.ts'
import type { ChangedRun } from './runs.ts'

const runsMax = 200
/** A moved card is short; a moved paragraph is a change of the text. */
const lengthMax = 600

/**
 * Whether the hunks are nothing but cards in another order: all that went came back elsewhere, in pieces that each have a title, which
 * is a link or begins a card. A list whose entries are numbered is a ranking; there the order is content.
 */
export function isReordered(hunks: readonly Hunk[], { before, after }: Contents): boolean {
  const [gone, come] = [
    hunks.map((hunk) => withText(fromTitle(hunk.before, before, hunk.beforeFrom))),
    hunks.map((hunk) => withText(fromTitle(hunk.after, after, hunk.afterFrom))),
  ]
  const [goneCount, comeCount] = [gone.flat().length, come.flat().length]
  if (goneCount !== comeCount || goneCount > runsMax) return false
  const pieces = movedPieces(gone, come)
  return pieces !== undefined && pieces.every(isCard)
}

/** The contents of both versions. */
interface Contents {
  readonly before: readonly ChangedRun[]
  readonly after: readonly ChangedRun[]
}

/**
 * Where cards have lines in common, such as a button, a moved one may seem to begin with the last lines of the card before it. They are equal
 * to its own last lines, which follow: it is read from its title on.
 */
function fromTitle(
  runs: readonly ChangedRun[],
  content: readonly ChangedRun[],
  from: number,
): readonly ChangedRun[] {
  for (let step = 0; step < runs.length; step += 1) {
    const moved = content.slice(from + step, from + step + runs.length)
    const title = withText(moved)[0]
    if (title && isTitleRun(title)) return moved
    if (!isSame(content[from + step], content[from + step + runs.length])) return runs
  }
  return runs
}

const isTitleRun = ({ isTitle, targets, text }: ChangedRun): boolean =>
  isTitle || (targets !== '' && text.length <= lineLengthMax)

function isCard(piece: readonly ChangedRun[]): boolean {
  const links = piece.filter(isTitleRun).length
  const length = piece.reduce((sum, { text }) => sum + text.length, 0)
  return links > 0 && length <= links * lengthMax && !piece.some(({ text }) => rank.test(text))
}

/** A name that is a link, with its price beside it. */
const lineLengthMax = 80

const rank = /^#?\d{1,4}[.)]?$/

/** Divides what went into the longest pieces that came; undefined if something is left. */
function movedPieces(
  gone: readonly (readonly ChangedRun[])[],
  come: readonly (readonly ChangedRun[])[],
): ChangedRun[][] | undefined {
  const taken = come.map((runs) => runs.map(() => false))
  const pieces: ChangedRun[][] = []
  for (const runs of gone) {
    for (let from = 0; from < runs.length;) {
      const place = longestPlace(runs.slice(from), come, taken)
      if (!place) return undefined
      taken[place.hunk]?.fill(true, place.from, place.from + place.length)
      pieces.push(runs.slice(from, from + place.length))
      from += place.length
    }
  }
  return pieces
}

/** Where the longest beginning of these runs is found among those that are not taken. */
function longestPlace(
  runs: readonly ChangedRun[],
  come: readonly (readonly ChangedRun[])[],
  taken: readonly (readonly boolean[])[],
) {
  let longest: { hunk: number; from: number; length: number } | undefined
  for (const [hunk, others] of come.entries()) {
    for (let from = 0; from < others.length; from += 1) {
      let length = 0
      while (
        length < runs.length &&
        taken[hunk]?.[from + length] === false &&
        isSame(runs[length], others[from + length])
      )
        length += 1
      if (length > (longest?.length ?? 0)) longest = { hunk, from, length }
    }
  }
  return longest
}

/** Pictures come with their texts. */
const withText = (runs: readonly ChangedRun[]) => runs.filter(({ text }) => text !== '')

const isSame = (one: ChangedRun | undefined, other: ChangedRun | undefined) =>
  one !== undefined && one.text === other?.text && one.targets === other.targets
