import type { Spend } from '#base/step-count.ts'
import type { FlatSchemas } from '#schemas/flat-schema.ts'
import { listProperties, readType, withMember, type JsonSchema } from '#schemas/json-schema.ts'
import {
  groupBlocks,
  isAmong,
  isOfLabels,
  nameScore,
  withHeads,
  type Block,
  type BlockGroup,
} from './blocks.ts'
import { readCitation } from './citation.ts'
import { coerce } from './coerce.ts'
import { writeOutline, type Outline } from './outline.ts'
import { hasMeaning, readProfile, type Profile } from './profile.ts'
import { countAlone } from './item-count.ts'
import { employment } from './enum-words.ts'
import {
  cutNote,
  isDataType,
  isDuty,
  listItems,
  moneyIn,
  onlyMeasure,
  onlyYear,
  splitBlock,
  type BlockPiece,
} from './block-pieces.ts'
import { quantitiesIn } from './quantities.ts'
import { sectionNamed } from './read-list.ts'
import { createReadText } from './read-text.ts'
import { isTotal } from './totals.ts'
import { inUnit, valueInText } from './value-in-text.ts'

/** Rows of objects and where each was read. */
export interface ReadRows {
  readonly rows: readonly JsonSchema[]
  readonly lines: readonly number[]
}

interface Wanted {
  readonly profile: Profile
  readonly isRequired: boolean
  readonly items: JsonSchema | undefined
  readonly readInside?: ((block: Block) => readonly JsonSchema[] | undefined) | undefined
}

/** What was read of the items of lists, whose names are compared with every block. */
type KnownItems = Map<JsonSchema, readonly Wanted[]>

const depthMax = 2
const rowsMax = 500
/** What reading a property, and grouping a line, take in comparisons. */
const [propertySteps, lineSteps] = [30, 10]

/** Reads lists of objects out of blocks that a page shows alike, or the items of the list beneath the heading that names them. */
export function createReadRows(
  outline: Outline,
  schemas: FlatSchemas & { readonly depth?: number; readonly known?: KnownItems },
  spend: Spend,
) {
  const { chosen, depth = 0, known = new Map() } = schemas
  spend(outline.lines.length * lineSteps)
  const groups = groupBlocks(outline)
  const { containers } = outline.text

  /** Lists of objects inside of the things of a list: the dishes of each section of a menu. */
  function readInside(items: JsonSchema, list: Profile): Wanted['readInside'] {
    if (depth >= depthMax || readType(items) !== 'object') return undefined
    const inner = { ...schemas, depth: depth + 1, known: new Map() }
    return ({ lines }) => {
      const inside = writeOutline({ lines: lines.slice(1), containers })
      return createReadRows(inside, inner, spend)(items, list)?.rows
    }
  }

  function listWanted(items: JsonSchema): readonly Wanted[] {
    const properties = listProperties(items)
    spend(properties.length * propertySteps)
    return properties.map(({ name, schema: raw, isRequired }) => {
      const schema = chosen(raw)
      const inner = readType(schema) === 'array' ? chosen(schema['items']) : undefined
      const profile = readProfile(name, schema)
      return { profile, isRequired, items: inner, readInside: inner && readInside(inner, profile) }
    })
  }

  return function readRows(items: JsonSchema, list: Profile): ReadRows | undefined {
    const wanted: readonly Wanted[] = known.get(items) ?? listWanted(items)
    known.set(items, wanted)
    if (wanted.length === 0) return undefined
    const named = sectionNamed(outline, list)
    const isSectioned = wanted.some(({ profile }) => hasMeaning(profile, 'section'))
    const hasValue = wanted.some(({ profile }) => /^(?:value|text|content)$/.test(profile.folded))
    const section = named && (isSectioned || isAmong(groups, named, list)) ? undefined : named
    let best: { readonly read: ReadRows; readonly score: number } | undefined
    for (const group of groups) {
      spend(group.blocks.length * wanted.length * 4)
      const inside = section
        ? group.blocks.filter(({ at }) => at > section.at && at < section.end)
        : group.blocks
      if (inside.length < (section ? 1 : 2) || (!hasValue && isOfLabels(inside))) continue
      const read = readGroup({ ...group, blocks: inside }, wanted, spend)
      if (!read) continue
      const score = computeScore(read, wanted) + (section ? 2 : 0) + nameScore(group, list)
      if (score > (best?.score ?? 0)) best = { read, score }
    }
    return best?.read
  }
}

/** Filled members for each property, and a little for more rows. */
function computeScore({ rows }: ReadRows, wanted: readonly Wanted[]): number {
  const filled = rows.reduce(
    (sum, row) => sum + Object.values(row).filter((value) => value !== null).length,
    0,
  )
  return (filled / rows.length / wanted.length) * 4 + Math.min(rows.length, 20) / 20
}

function readGroup(
  { blocks }: BlockGroup,
  wanted: readonly Wanted[],
  spend: Spend,
): ReadRows | undefined {
  const rows: JsonSchema[] = []
  const lines: number[] = []
  let complete = 0
  for (const block of withHeads(blocks).slice(0, rowsMax)) {
    const { row, isNamed, filled } = readBlock(block, wanted, spend)
    if (!isNamed || isTotal(String(Object.values(row)[0])) || isHeader(block)) continue
    if (filled >= Math.min(2, wanted.length)) complete += 1
    rows.push(row)
    lines.push(block.at)
  }
  const count = withHeads(blocks).length
  if (rows.length === 0 || rows.length * 4 < count * 3 || complete * 4 < rows.length * 3)
    return undefined
  return { rows, lines }
}

/** The names of the columns of a table. */
const isHeader = ({ lines, at }: Block): boolean =>
  at >= 0 &&
  lines.length > 1 &&
  lines.every(({ kind, isHeader: isNamed }) => kind === 'cell' && isNamed === true)

interface ReadBlock {
  readonly row: JsonSchema
  readonly isNamed: boolean
  readonly filled: number
}

interface Open {
  readonly block: Block
  readonly outline: Outline
  readonly readText: ReturnType<typeof createReadText>
  /** Pieces of text that no property has taken. */
  pieces: readonly BlockPiece[]
}

function readBlock(block: Block, wanted: readonly Wanted[], spend: Spend): ReadBlock {
  const lines = block.lines.map((line) =>
    line.kind === 'heading' ? { ...line, kind: 'text' as const, level: 0 } : line,
  )
  const outline = writeOutline({ lines, containers: [] })
  const readText = createReadText(outline, spend)
  const open: Open = { block, outline, readText, pieces: splitBlock(block.lines) }
  const values = new Map<string, unknown>()
  const [key] = wanted
  const cited = readCitation(block.lines.map(({ text }) => text).join(' '))
  const take = ({ profile, items, readInside }: Wanted) => {
    if (values.has(profile.property)) return
    spend(open.pieces.length)
    const value = items
      ? (readInside?.(block) ?? listItems(open.outline.lines, items))
      : cited
        ? cited(profile)
        : getMember(open, { profile, isKey: profile === key?.profile })
    if (value !== undefined) values.set(profile.property, value)
  }
  for (const pass of passes) for (const one of wanted) if (pass(one, key)) take(one)
  if (!cited) takeLast(open, wanted, values)
  cutMeasure(wanted, values)
  let row: JsonSchema = {}
  for (const { profile, isRequired } of wanted) {
    const value = values.get(profile.property)
    if (value !== undefined || isRequired) row = withMember(row, profile.property, value ?? null)
  }
  return {
    row,
    isNamed: key !== undefined && values.has(key.profile.property),
    filled: values.size,
  }
}

/** `Rye loaf, 1 kg` is called `Rye loaf` where its weight is asked for, too. */
function cutMeasure([key, ...others]: readonly Wanted[], values: Map<string, unknown>): void {
  const name = key && values.get(key.profile.property)
  if (key === undefined || typeof name !== 'string') return
  const last = quantitiesIn(name).at(-1)
  const isAtEnd = last?.unit !== undefined && last.end === name.length && last.start > 2
  const isOwn = others.some(
    ({ profile }) => last && profile.unit && values.get(profile.property) === inUnit(last, profile),
  )
  if (isAtEnd && isOwn)
    values.set(key.profile.property, name.slice(0, last.start).replace(/[\s,(–—-]{1,4}$/, ''))
}

/** The one text that is left is the one text that is not filled. */
function takeLast({ pieces }: Open, wanted: readonly Wanted[], values: Map<string, unknown>): void {
  const unfilled = wanted.filter(({ profile, items }) => !items && !values.has(profile.property))
  const [last] = unfilled
  const isTimed = last && /^(?:hours|time|date)$/.test(last.profile.form)
  const texts = pieces.filter(({ text }) => (isTimed ? /\d/ : /\p{L}{2}/u).test(text))
  const [only] = texts
  if (unfilled.length !== 1 || texts.length !== 1 || !last || !only || values.size === 0) return
  if (
    last.profile.type !== 'string' ||
    !(isTimed || /^(?:text|list|place)$/.test(last.profile.form))
  )
    return
  const value = coerce(only.text.replace(/^[\s,;:–—-]{1,4}/, ''), last.profile.schema)
  if (value !== undefined) values.set(last.profile.property, value)
}

const isNumber = ({ profile: { type } }: Wanted) => type === 'number' || type === 'integer'
const isRest = ({ profile }: Wanted) => hasMeaning(profile, 'description')

/** Numbers and lists first, then the name, then other texts, and at last the one that takes what is left. */
const passes: readonly ((one: Wanted, key: Wanted | undefined) => boolean)[] = [
  (one) => isNumber(one) || one.items !== undefined,
  (one, key) => one === key,
  (one) => !isRest(one),
  (one) => isRest(one),
]

function getMember(
  open: Open,
  { profile, isKey }: { readonly profile: Profile; readonly isKey: boolean },
): unknown {
  const { form, type, meanings } = profile
  const isMoney = form === 'money' && (type === 'number' || type === 'integer')
  const names = new Set(meanings.map(({ name }) => name))
  if (type === 'boolean' && /(?:^| )required$/.test(profile.folded)) {
    const said = open.pieces.find(({ text }) => isDuty(text))
    open.pieces = open.pieces.filter((piece) => piece !== said)
    if (said) return /^(?:required|mandatory)$/i.test(said.text)
  }
  if (form === 'year' && type !== 'string') return onlyYear(open.outline.lines, profile)
  if (isMoney && !names.has('old price')) return moneyIn(open, profile)
  if (names.has('quantity')) {
    const counted = open.pieces.find(({ text }) => countAlone(text) !== undefined)
    open.pieces = open.pieces.filter((piece) => piece !== counted)
    if (counted) return coerce(String(countAlone(counted.text)), profile.schema, true)
  }
  if (isKey && type === 'string' && !formsAlone.has(form)) return nameIn(open, profile)
  const [first] = open.pieces
  if (isKey && type === 'integer' && first && /^\d{1,6}$/.test(first.text)) {
    open.pieces = open.pieces.slice(1)
    return coerce(first.text, profile.schema, true)
  }
  if (names.has('section') && open.block.section !== '')
    return coerce(open.block.section, profile.schema)
  const read = open.readText(profile)
  if (read) {
    const taken = open.outline.lines[read.line]?.text
    if (type === 'string')
      open.pieces = open.pieces.filter(({ text }) => text !== taken && text !== read.value)
    return read.value
  }
  if (profile.unit && (type === 'number' || type === 'integer'))
    return onlyMeasure(open.outline.lines, profile)
  // Which of several texts a second name is nothing says.
  if (names.has('title') && type === 'string' && isOnlyText(open)) return nameIn(open, profile)
  if (
    type === 'string' &&
    (formsAlone.has(form) || names.has('type') || names.has('employment type'))
  )
    return byFormAlone(open, profile)
  return isRest({ profile, isRequired: false, items: undefined })
    ? cutRest(open, profile)
    : undefined
}

const isOnlyText = ({ pieces }: Open): boolean =>
  pieces.filter(({ text }) => /\p{L}{2}/u.test(text)).length === 1

const formsAlone = new Set(['time', 'date', 'email', 'phone', 'url'])
/** In a block a time, a date or an address needs no label. */
function byFormAlone(open: Open, profile: Profile): unknown {
  for (const piece of open.pieces) {
    const isNamedSo = employment.test(piece.text) || isDataType(piece.text)
    if (!formsAlone.has(profile.form) && !isNamedSo) continue
    const value = valueInText(piece.text, { profile, isNamed: false })
    if (value === undefined) continue
    open.pieces = open.pieces.filter((one) => one !== piece)
    return value
  }
  return undefined
}

const nameLengthMax = 160
/** Two letters that begin no unit behind a number: `9,4 mln €` is no name. */
const hasWord = /^(?!\d[\d.,]* ?\p{L}{1,4} ?[€$£]?$).*\p{L}{2}/u

/** The heading of a block, else its first words. */
function nameIn(open: Open, profile: Profile): unknown {
  const worded = open.pieces.filter(({ text }) => hasWord.test(text))
  const heading = open.pieces.find(({ line }) => line.kind === 'heading')
  const strong = worded.find(({ line, text }) =>
    line.parts.some((part) => part.isStrong === true && part.text === text),
  )
  const first = worded.find(({ line }) => line.kind !== 'item')
  const chosen = heading ?? strong ?? first ?? worded[0]
  if (!chosen || chosen.text.length > nameLengthMax) return undefined
  const isPerson =
    profile.form === 'person' || profile.meanings.some(({ name: own }) => own === 'title')
  const isItem = chosen.line.kind === 'item'
  const [, name, note] = cutNote(chosen.text, isPerson && isItem) ?? []
  const isCut = name !== undefined && open.block.lines.length === 1
  const rest = isCut
    ? (note ?? chosen.text.slice(name.length).replace(/^[\s:–—,]{1,4}/, ''))
    : undefined
  open.pieces = open.pieces.flatMap((piece) =>
    piece === chosen ? (rest === undefined ? [] : [{ text: rest, line: piece.line }]) : [piece],
  )
  return coerce(isCut ? name : chosen.text, profile.schema)
}

/** What is left of a block. */
function cutRest(open: Open, profile: Profile): unknown {
  const worded = open.pieces.filter(({ text }) => /\p{L}{2}/u.test(text))
  const said = worded.filter(({ line }) => line.kind === 'value')
  const all = (said.length > 0 ? said : worded).map(({ text }) => text)
  // A word in an element of its own is a mark of the thing: `vegan`.
  const isLong = all.some((text) => text.split(' ').length > 2)
  const texts = isLong ? all.filter((text) => /[ ,]/.test(text)) : all
  return texts.length === 0 ? undefined : coerce(texts.join(' '), profile.schema)
}
