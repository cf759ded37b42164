import type { OpenPdf } from '#documents/pdf/pdfium.ts'
import { toPlain, type PageLetters } from '#documents/pdf/page-letters.ts'
import type { Turn } from '#documents/pdf/page-words.ts'
import type { UprightRule } from '#documents/pdf/page-paths.ts'
import { createLetterLines, type Letter } from './letter-lines.ts'
import type { PageItem } from './segments-of.ts'

interface Page {
  readonly document: Pick<OpenPdf, 'readLetters'>
  /** From 1. */
  readonly page: number
  readonly turn: Turn
  readonly rules: readonly UprightRule[]
}

/** In points: letters may touch a rule. */
const touchMax = 0.6
/** In font sizes. */
const [middle, besideMax] = [0.3, 0.7]
/** In font sizes: the boxes of cells are higher than those of words. */
const heightMin = 1.05
/** Of the texts across a column's edge: others run over the edges of their cells. */
const cutShareMax = 0.2

const isText = ({ itemType, rotation }: PageItem) => itemType === 'Text' && rotation === 0

/**
 * Splits texts at the upright rules between cells, and marks those that begin behind one, because the texts of cells may be as close as
 * words.
 */
export function withRuledCells(items: readonly PageItem[], open: Page): readonly PageItem[] {
  const { document, page, turn, rules } = open
  if (rules.length === 0) return items
  const find = createFind(rules)
  const crossing = new Map(
    items.flatMap((item) => {
      const own =
        isText(item) && !item.isInBoxes
          ? find(item, [item.x + touchMax, item.x + item.width - touchMax])
          : []
      return own.length === 0 ? [] : [[item, own] as const]
    }),
  )
  const isBehind = (item: PageItem) =>
    find(item, [item.x - besideMax * item.fontSize, item.x + touchMax]).length > 0
  const mark = (item: PageItem) =>
    isText(item) && isBehind(item) ? { ...item, startsCell: true } : item
  if (crossing.size === 0) return items.map(mark)
  return document.readLetters(page - 1, turn, (letters) => {
    const readLine = createLetterLines(letters)
    const all = [...crossing].flatMap(([item, xs]) =>
      xs.map((x) => ({ item, x, cut: findCut(item, x, { line: readLine(item), letters }) })),
    )
    const edges = new Set(
      [...Map.groupBy(all, ({ x }) => Math.round(x))].flatMap(([x, own]) =>
        own.filter(({ cut }) => !cut).length <= cutShareMax * own.length ? [x] : [],
      ),
    )
    const cuts = Map.groupBy(
      all.filter(({ x }) => edges.has(Math.round(x))),
      ({ item }) => item,
    )
    const cells = items.flatMap((item) => {
      const own = (cuts.get(item) ?? []).flatMap(({ cut }) => cut ?? [])
      return split(item, own).map(mark)
    })
    return withinCells(cells)
  })
}

/** Ends texts that run over the edge of their cell where the text of the next cell begins. */
function withinCells(items: readonly PageItem[]): PageItem[] {
  const starts = Map.groupBy(
    items.filter(({ startsCell }) => startsCell),
    ({ y }) => Math.round(y),
  )
  return items.map((item) => {
    const { x, width } = item
    const inside = (starts.get(Math.round(item.y)) ?? []).filter(
      (next) => isText(item) && next.x > x + touchMax && next.x < x + width,
    )
    if (inside.length === 0) return item
    return { ...item, width: Math.min(...inside.map((next) => next.x)) - touchMax - x }
  })
}

/** Finds the places of the rules beside the middle of a text and between two places, each once. */
function createFind(rules: readonly UprightRule[]) {
  const sorted = rules.toSorted((a, b) => a.x - b.x)
  return ({ y, fontSize }: PageItem, [from, to]: readonly [number, number]): number[] => {
    const level = y + middle * fontSize
    const found: number[] = []
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const at = (low + high) >> 1
      if ((sorted[at]?.x ?? 0) < from) low = at + 1
      else high = at
    }
    for (let rule = sorted[low]; rule && rule.x <= to; rule = sorted[++low]) {
      const isBeside = rule.bottom <= level && level <= rule.top
      if (rule.top - rule.bottom <= heightMin * fontSize) continue
      if (isBeside && rule.x - (found.at(-1) ?? -Infinity) > touchMax) found.push(rule.x)
    }
    return found
  }
}

/** Where a text is split. */
interface Cut {
  readonly at: number
  /** Where the letter before ends, and the next begins. */
  readonly end: number
  readonly start: number
}

interface Around {
  /** Letters of the line, from left to right. */
  readonly line: readonly Letter[]
  readonly letters: PageLetters
}

/** Undefined where a rule goes through a letter, or the letters are not known. */
function findCut(item: PageItem, x: number, { line, letters }: Around): Cut | undefined {
  const own = line.filter(
    (letter) => letter.x >= item.x - touchMax && letter.x < item.x + item.width - touchMax,
  )
  if (own.length !== toPlain(item.text).length) return undefined
  const count = own.findIndex((letter) => letter.x >= x - touchMax)
  const [before, next] = [own[count - 1], own[count]]
  if (!before || !next) return undefined
  const end = letters.findEnd(before.at)
  if (end > x + touchMax) return undefined
  let [at, seen] = [0, 0]
  for (const sign of item.text) {
    if (seen >= count) break
    seen += toPlain(sign).length
    at += sign.length
  }
  return seen === count ? { at, end, start: next.x } : undefined
}

function split(item: PageItem, cuts: readonly Cut[]): PageItem[] {
  const ends = [
    ...cuts.map(({ at, end }) => ({ at, end })),
    { at: item.text.length, end: undefined },
  ]
  return ends.map(({ at, end = item.x + item.width }, index) => {
    const before = cuts[index - 1]
    const [from, x] = [before?.at ?? 0, before?.start ?? item.x]
    if (cuts.length === 0) return item
    const text = before ? item.text.slice(from, at).trimStart() : item.text.slice(from, at)
    // A blank at its end may be that before the next item.
    return { ...item, text: index < cuts.length ? text.trimEnd() : text, x, width: end - x }
  })
}
