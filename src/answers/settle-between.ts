import { quantitiesIn } from '#content/fill/quantities.ts'
import { readStance, type Statement } from '#content/fill/say-whether.ts'
import type { Leaf } from './judge-together.ts'

/** A value of an answer, and the statement that has it. */
interface Anchored {
  readonly leaf: Leaf
  readonly at: number | undefined
}

/**
 * Judges by elimination what no known word of the page names: fields that follow each other in the schema are taken where as many
 * statements are left between those of the fields before and behind them, each of which says so or denies it as its field does, or has
 * its number.
 */
export function settleBetween(leaves: readonly Leaf[], statements: readonly Statement[]): void {
  let last = -1
  const anchored = leaves.map((leaf): Anchored => {
    const at = findStatement(leaf, statements, last)
    last = at ?? last
    return { leaf, at }
  })
  const taken = new Set(anchored.map(({ at }) => at))
  for (let from = 0; from < anchored.length; from += 1) {
    const before = anchored[from - 1]?.at
    if (anchored[from]?.at !== undefined || before === undefined) continue
    const length = anchored.slice(from).findIndex(({ at }) => at !== undefined)
    const behind = anchored[from + length]?.at
    const run = anchored.slice(from, from + length).map(({ leaf }) => leaf)
    if (length < 1 || behind === undefined || !run.every(isLeft)) continue
    const left = statements
      .slice(before + 1, behind)
      .filter((one, at) => !taken.has(before + 1 + at) && one.stance !== 'open')
    const parts = left.length === run.length ? left : left.flatMap(splitParts)
    if (parts.length !== run.length) continue
    if (!run.every((leaf, at) => says(parts[at], leaf.value))) continue
    // A sentence that denies nothing may be about anything.
    const isTelling = (part: Statement) => part.isItem === true || part.words.length <= wordsMax
    if (!run.some(({ value }) => value !== true) && !parts.every(isTelling)) continue
    for (const leaf of run) leaf.verdict = { isFit: true, place: leaf.verdict.open?.[0] }
  }
}

const wordsMax = 6

const isLeft = ({ value, verdict }: Leaf): boolean =>
  !verdict.isFit &&
  (typeof value === 'boolean'
    ? verdict.isUnsaid === true
    : typeof value === 'number' && verdict.open !== undefined && verdict.open.length > 0)

const joined = / (?:and|und|et|y|e|en|i|och|og|oraz|a) /u

const splitParts = (one: Statement): readonly Statement[] =>
  one.text.split(joined).map((text) => ({ ...one, text, words: one.words }))

function says(statement: Statement | undefined, value: unknown): boolean {
  if (!statement) return false
  return typeof value === 'number'
    ? quantitiesIn(statement.text).some((one) => one.value === value)
    : readStance(statement) === value
}

/** The statement that a value was found in; of several in its line the first behind that of the field before. */
function findStatement({ value, verdict }: Leaf, statements: readonly Statement[], last: number) {
  const { isFit, place, statement } = verdict
  if (!isFit || !place || place.isAside) return undefined
  const line = statement?.line ?? place.line
  const isHere = (one: Statement) =>
    one === statement ||
    (one.line === line &&
      (typeof value === 'number'
        ? quantitiesIn(one.text).some((amount) => amount.value === value)
        : one.text.toLowerCase().includes(String(value).toLowerCase())))
  const behind = statements.findIndex((one, at) => at > last && isHere(one))
  const own = behind < 0 ? statements.findIndex(isHere) : behind
  const at = own < 0 ? statements.findIndex((one) => one.line === line) : own
  return at < 0 ? undefined : at
}
