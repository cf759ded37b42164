import {
  extractStructureElements,
  extractTextWithPositions,
  type StructureElementJs,
  type TextItem,
} from '@firecrawl/pdf-inspector'
import { findFormulas } from '#documents/pdf/formulas/find-formulas.ts'
import { taggedFormulas } from '#documents/pdf/formulas/tagged-formulas.ts'
import { isMathFont } from '#documents/pdf/formulas/tokens.ts'
import type { Turn } from '#documents/pdf/page-words.ts'
import { turnSize, type OpenPdf, type PageEdges, type PageSize } from '#documents/pdf/pdfium.ts'
import { withCombs } from './comb-letters.ts'
import { withDrawnBullets } from './drawn-bullets.ts'
import { withDropCaps } from './drop-caps.ts'
import { withFields } from './field-items.ts'
import { withLeaders } from './leaders.ts'
import type { Place, Segment } from './segment.ts'
import { withRuledCells } from './ruled-cells.ts'
import { splitSegments, type PageItem } from './segments-of.ts'
import { createSingleLetters } from './single-letters.ts'
import { createTightCells } from './tight-cells.ts'
import { withMissedBlanks } from './tight-lines.ts'
import { withWholeLines } from './torn-lines.ts'
import { withTrueNumbers } from './true-numbers.ts'
import { joinTurned, withTurnedHeads } from './turned-heads.ts'
import { isInMargin, splitParts, type TurnedPart } from './turned-parts.ts'
import { inLines, isVisible, sideways, turnBack, turnItems, upright } from './upright.ts'
import { wordsAndFormulas } from './words-and-formulas.ts'

interface Pages {
  /** From 1. */
  readonly numbers: readonly number[]
  readonly sizes: readonly PageSize[]
}

interface PageOwnText {
  readonly segments: Segment[]
  /** The same with what is written in the fields of a form. */
  readonly filled: Segment[]
  /** What is written there alone. */
  readonly fields: Segment[]
  /** Invisible, as in the text layer of a searchable scan. */
  readonly isInvisible: boolean
  /** Text that runs in another direction than the page. */
  readonly parts: readonly TurnedPart[]
  /** There is more of it, which is left out. */
  readonly hasSideways: boolean
  /** Of the page, turned like its text. */
  readonly size: PageSize
}

/** Native text of the pages of a PDF file as line segments. Throws what the library throws. */
export function ownText(file: Buffer, document: OpenPdf, { numbers, sizes }: Pages): PageOwnText[] {
  const all = extractTextWithPositions(file, [...numbers], { frame: 'display' })
  const items = Map.groupBy(all, ({ page }) => page)
  // Elements refer to marked content.
  const isMarked = all.some(({ mcid }) => mcid !== undefined)
  const elements = isMarked ? extractStructureElements(file, [...numbers]) : []
  const structure = Map.groupBy(elements, ({ page }) => page)
  const pages = numbers.map((page, index) => {
    const given = sizes[index] ?? { width: 0, height: 0 }
    const findInvisible = () =>
      ([0, ...sideways] as const).find((turn) => document.readWords(page - 1, turn).length > 0) ?? 0
    return { page, ...upright(items.get(page) ?? [], given, findInvisible) }
  })
  const tightCells = createTightCells(document)
  const singleLetters = createSingleLetters(
    pages.filter(({ turn }) => turn === 0),
    document,
  )
  return pages.map(({ page, items: found, size, turn }) => {
    // The library ignores invisible text.
    const isInvisible = !found.some(isText)
    const tags = structure.get(page) ?? []
    const open = { document, page, size, turn, tightCells }
    const { fields, ...edges } = document.readMarks(page - 1, turn, tightCells.mayFind())
    const own = withDrawnBullets(withCombs(found, edges.rules), edges.dots)
    const formulas = isInvisible ? undefined : itemsWithFormulas({ items: own, tags }, open)
    const isReadAgain =
      isInvisible || (turn === 0 && (isMixed(own) || own.some(isSqueezed))) || isCovered(own, size)
    const read = () => {
      if (isReadAgain) {
        const again = readAgain(own, open)
        return isInvisible || again.some(isText) ? again : own
      }
      // PDFium has the character maps of fonts that are not in the file.
      const unknown = countUnknown(own)
      const again = unknown === 0 ? own : readAgain(own, open)
      if (countUnknown(again) < unknown) return again
      if (turn !== 0) return inLines(withTrueNumbers(own, open))
      return withMissedBlanks(
        singleLetters({ page, items: withTrueNumbers(own, open) }),
        page,
        document,
      )
    }
    const toSegments = (list: readonly PageItem[]) => joinItems(list, { ...open, tags })
    const cells = inCells(formulas ?? read(), edges, open)
    const texts = withTurnedHeads(joinTurned(cells, size))
    const segments = toSegments(texts)
    const turned = readTurned(texts, segments, open)
    const hasFields = fields.length > 0
    return {
      ...turned,
      segments,
      filled: hasFields ? toSegments(withFields(texts, fields, page)) : segments,
      fields: hasFields ? toSegments(withFields([], fields, page)) : [],
      isInvisible,
      size,
    }
  })
}

interface Laid {
  readonly tightCells: ReturnType<typeof createTightCells>
  readonly document: OpenPdf
  /** From 1. */
  readonly page: number
  /** As it is turned. */
  readonly size: PageSize
  readonly turn: Turn
}

const joinItems = (
  items: readonly PageItem[],
  { page, size, tags }: Laid & { readonly tags: readonly StructureElementJs[] },
): Segment[] =>
  withWholeLines(
    withLeaders(
      splitSegments({ page, height: size.height, items: withDropCaps(items), structure: tags }),
    ),
  )

/** Text of a page that runs in another direction, read on the page turned like it. */
function readTurned(
  texts: readonly PageItem[],
  body: readonly Segment[],
  open: Laid,
): Pick<PageOwnText, 'parts' | 'hasSideways'> {
  const { size } = open
  const rest = texts.filter((item) => !isText(item))
  const others = texts.filter((item) => isText(item) && item.rotation !== 0)
  const shown: TurnedPart[] = []
  const left: { readonly text: string }[] = []
  for (const [rotation, own] of Map.groupBy(others, (item) => item.rotation)) {
    const direction = sideways.find((one) => one === rotation)
    if (!own.some(saysSomething)) continue
    const segments = direction ? readDirection([...own, ...rest], direction, open) : []
    if (!direction || segments.length === 0) {
      left.push(...own)
      continue
    }
    const back = (place: Place) => turnBack(place, direction, size)
    for (const part of splitParts({ segments, turnBack: back }, body)) {
      if (isInMargin(part, body, size)) left.push(...part.segments)
      else shown.push(part)
    }
  }
  return { parts: shown, hasSideways: left.some(hasWord) }
}

/** Text that runs in a direction. */
function readDirection(items: readonly PageItem[], direction: Turn, open: Laid): Segment[] {
  const size = turnSize(open.size, direction)
  const laid = { ...open, size, turn: ((open.turn + direction) % 360) as Turn, tags: [] }
  const turned = turnItems(items, direction, open.size)
  const read = countUnknown(turned) > 0 ? readAgain(turned, laid) : withTrueNumbers(turned, laid)
  const edges = open.document.readEdges(open.page - 1, laid.turn, open.tightCells.mayFind())
  return joinItems(inLines(inCells(read, edges, laid)), laid)
}

const inCells = (items: readonly PageItem[], { rules, texts }: PageEdges, open: Laid) =>
  withRuledCells(items, { ...open, rules: [...rules, ...open.tightCells.find(items, texts, open)] })

const countUnknown = (items: readonly PageItem[]) =>
  items.reduce((sum, { text }) => sum + text.split('\uFFFD').length - 1, 0)

const isText = ({ itemType }: { readonly itemType: unknown }) => itemType === 'Text'

const saysSomething = ({ text }: PageItem) => /[\p{L}\p{N}]/u.test(text)

const hasWord = ({ text }: { readonly text: string }) => /\p{L}{2}/u.test(text)

const scriptSizeMax = 0.86
/** In font sizes. */
const overlapMin = 0.5
const sameLineMax = 0.3

/** In font sizes. */
const letterWidthMin = 0.15
const squeezedLettersMin = 8

/** Texts of several places that the library took for one. */
const isSqueezed = (item: TextItem) =>
  isText(item) &&
  item.rotation === 0 &&
  item.text.length >= squeezedLettersMin &&
  item.width > 0 &&
  item.width < letterWidthMin * item.fontSize * item.text.length

/** Overlapping texts are words of close lines that the library merged. */
function isMixed(items: readonly TextItem[]): boolean {
  const texts = items.filter((item) => isText(item) && item.rotation === 0)
  const lines = texts.toSorted((a, b) => b.y - a.y)
  return lines.some((item, at) => {
    for (let next = at + 1; next < lines.length; next++) {
      const other = lines[next] as TextItem
      if (item.y - other.y > sameLineMax * item.fontSize) return false
      const shared =
        Math.min(item.x + item.width, other.x + other.width) - Math.max(item.x, other.x)
      if (shared > overlapMin * item.fontSize && !item.text.includes(other.text.trim())) return true
    }
    return false
  })
}

const coveredShareMin = 0.5
const lettersOfScanMax = 400

/** A scan: a picture that covers the page, with at most a stamped line or two. */
function isCovered(items: readonly TextItem[], size: PageSize | undefined): boolean {
  if (!size) return false
  const letters = items.reduce((sum, item) => sum + (isText(item) ? item.text.length : 0), 0)
  const area = coveredShareMin * size.width * size.height
  const isPicture = ({ itemType, width, height }: TextItem) =>
    (itemType as string) === 'Image' && width * height >= area
  return letters <= lettersOfScanMax && items.some(isPicture)
}

/** What a page has beside its upright text. */
const withoutText = <Item extends PageItem | TextItem>(items: readonly Item[]): Item[] =>
  items.filter((item) => !isText(item) || item.rotation !== 0)

/** Text of a page from PDFium; links are from the library. */
function readAgain(
  items: readonly (TextItem | PageItem)[],
  { document, page, size, turn }: Laid,
): PageItem[] {
  const words = document.readWords(page - 1, turn).map((word): PageItem => ({
    ...word,
    page,
    itemType: 'Text',
    height: word.fontSize,
    rotation: 0,
    advanceKnown: true,
    baselineShift: 0,
  }))
  const visible = words.filter((word) => isVisible(word, size))
  return [...(turn === 0 ? visible : inLines(visible)), ...withoutText(items)]
}

const mathSign = /[=≤≥≡∼≈∈⊂→±×÷−∑∏∫√∪∩⊕⊗′⁰¹²³⁴-⁹₀-₉]/u
const signAfterLetter = /^\s*[=+<>(/]/

const isMath = ({ font }: TextItem) => isMathFont(font.replace(/^[A-Z]{6}\+/, ''))

/** Whether items look like more than single letters in a text: signs or scripts of mathematical fonts, or signs beside their letters. */
function mayHaveFormulas(items: readonly TextItem[]): boolean {
  const largest = Math.max(...items.map(({ fontSize }) => fontSize))
  let hasLetter = false
  let hasSign = false
  for (const [at, item] of items.entries()) {
    if (!isMath(item)) continue
    const isLetter = /[\p{L}∑∏∫√]/u.test(item.text)
    const next = items[at + 1]
    hasLetter ||= isLetter
    hasSign ||=
      mathSign.test(item.text) ||
      item.fontSize < scriptSizeMax * (next?.fontSize ?? largest) ||
      (isLetter && !!next && Math.abs(next.y - item.y) < 1 && signAfterLetter.test(next.text))
    if (hasLetter && hasSign) return true
  }
  return false
}

/** `Formula`, or an element of MathML. */
const formulaRole = /^(?:Formula|math|m[a-z]{1,12})$/

interface TaggedItems {
  readonly items: readonly TextItem[]
  readonly tags: readonly StructureElementJs[]
}

/** Items of a page with formulas; undefined for other pages. */
function itemsWithFormulas(
  { items, tags }: TaggedItems,
  { document, page, turn }: Laid,
): PageItem[] | undefined {
  const isTagged = tags.some(({ role }) => formulaRole.test(role))
  if (!isTagged && !mayHaveFormulas(items)) return undefined
  const { glyphs, rules } = document.readDrawing(page - 1, turn)
  const tagged = isTagged ? taggedFormulas(document.readTaggedFormulas(page - 1), glyphs) : []
  const taken = new Set(tagged.flatMap((formula) => formula.glyphs))
  const rest = glyphs.filter((glyph) => !taken.has(glyph))
  const formulas = [...tagged, ...findFormulas({ glyphs: rest, rules })]
  if (formulas.length === 0) return undefined
  return [...wordsAndFormulas(glyphs, formulas, page), ...withoutText(items)]
}
