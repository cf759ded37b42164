import { flatSchemas } from '#schemas/flat-schema.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { isList, isObject } from '#base/json-values.ts'
import type { Spend } from '#base/step-count.ts'
import type { Statement } from '#content/fill/say-whether.ts'
import type { FieldVerdict } from './field-evidence.ts'
import { settleBetween } from './settle-between.ts'
import { findBeside, type Spot } from './beside.ts'
import { depthMax, findMember, type At, type Judge } from './judge-value.ts'

interface Together {
  readonly root: JsonSchema
  readonly judge: Judge
  readonly at: At
  readonly listStatements: (() => readonly Statement[]) | undefined
  readonly spend: Spend
}

export interface Leaf {
  readonly path: string
  readonly value: unknown
  verdict: FieldVerdict
}

/**
 * Judges the values of an answer that are in no list. Fields that stand together in a schema stand together on a page: a value that
 * nothing names is taken where it stands between those of the fields before and behind it.
 */
export async function judgeTogether(
  answer: unknown,
  { root, judge, at, listStatements, spend }: Together,
): Promise<ReadonlyMap<string, FieldVerdict>> {
  const { chosen } = flatSchemas(root)
  const leaves: Leaf[] = []
  async function walk(value: unknown, raw: unknown, here: At): Promise<void> {
    if (here.depth > depthMax || value === null || value === undefined) return
    const schema = chosen(raw)
    if (isList(value)) {
      await addEnds(value, schema['items'], here)
      return
    }
    if (!isObject(value)) {
      leaves.push({ path: here.path, value, verdict: await judge(value, schema, here) })
      return
    }
    for (const [name, member] of Object.entries(value)) {
      const path = here.path === '' ? name : `${here.path}.${name}`
      const byRules = isObject(here.byRules) ? here.byRules[name] : undefined
      const below = { path, isRequired: false, depth: here.depth + 1, byRules }
      await walk(member, findMember(schema, name), below)
    }
  }
  /** The first and the last text of a list stand beside other values, too. */
  async function addEnds(items: readonly unknown[], raw: unknown, here: At): Promise<void> {
    for (const index of new Set([0, items.length - 1])) {
      const value = items[index]
      if (typeof value !== 'string') continue
      const path = `${here.path}[${index}]`
      const listed = { path, isRequired: false, depth: here.depth + 1, isListed: true }
      leaves.push({ path, value, verdict: await judge(value, chosen(raw), listed) })
    }
  }
  await walk(answer, root, at)
  for (let round = 0; round < roundsMax; round += 1) if (!settleOpen(leaves)) break
  if (leaves.some(({ verdict }) => verdict.isUnsaid)) {
    const statements = listStatements?.() ?? []
    spend(leaves.length * statements.length)
    settleBetween(leaves, statements)
  }
  return new Map(
    leaves.filter(({ path }) => !path.endsWith(']')).map(({ path, verdict }) => [path, verdict]),
  )
}

const roundsMax = 3

const [numberReach, textReach] = [1, 4]

/** Whether a value was found to stand among others. */
function settleOpen(leaves: readonly Leaf[]): boolean {
  let isChanged = false
  for (const [at, leaf] of leaves.entries()) {
    const { open } = leaf.verdict
    if (leaf.path.endsWith(']') || leaf.verdict.isFit || !open || open.length === 0) continue
    // A number has many neighbours on a page; only those of its schema tell which one it is.
    const reach = typeof leaf.value === 'number' ? numberReach : textReach
    const beside = leaves.slice(Math.max(0, at - reach), at + reach + 1)
    const anchors = beside.filter(isAnchor).flatMap((one) => toSpot(one) ?? [])
    const place =
      findBeside({ value: leaf.value, places: open }, anchors) ??
      findPair(leaf, [leaves[at - 1], leaves[at + 1]])
    if (!place) continue
    leaf.verdict = { isFit: true, place }
    isChanged = true
  }
  return isChanged
}

/** Of two numbers that follow each other in the schema, each stands for the other where one line has both. */
function findPair({ value, verdict }: Leaf, beside: readonly (Leaf | undefined)[]) {
  if (typeof value !== 'number') return undefined
  const lines = beside.flatMap((one) =>
    typeof one?.value === 'number' && !one.verdict.isFit
      ? (one.verdict.open ?? []).map(({ line }) => line)
      : [],
  )
  return verdict.open?.find(({ line }) => lines.includes(line))
}

const isAnchor = ({ verdict }: Leaf): boolean =>
  verdict.isFit && verdict.place !== undefined && !verdict.place.isAside

const toSpot = (leaf: Leaf): Spot | undefined =>
  leaf.verdict.place && { value: leaf.value, place: leaf.verdict.place }
