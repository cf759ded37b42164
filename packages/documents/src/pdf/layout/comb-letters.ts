import type { UprightRule } from '#documents/pdf/page-paths.ts'
import type { PageItem } from './segments-of.ts'

/** Of a word in boxes, and of their rules that are looked at. */
const [lettersMin, rulesMax] = [3, 2_000]
/** In font sizes: the width of a box, and its height. */
const [pitchMax, heightMax] = [2, 2.4]
/** In points. */
const samePlaceMax = 0.8
/** In font sizes: where letters have their middle. */
const middle = 0.3

const isLetter = ({ text, itemType, rotation }: PageItem) =>
  itemType === 'Text' && rotation === 0 && /^[\p{L}\p{N}]$/u.test(text.trim())

/** Joins letters that a form has in boxes of one width side by side, each in one, to words; an empty box is a blank. */
export function withCombs<Item extends PageItem>(
  items: readonly Item[],
  rules: readonly UprightRule[],
): readonly Item[] {
  const letters = items.filter(isLetter)
  if (letters.length < lettersMin || rules.length <= lettersMin) return items
  const words = new Map<Item, Item>()
  const taken = new Set<Item>()
  for (const line of Map.groupBy(letters, ({ y }) => Math.round(y)).values()) {
    const [one] = line
    if (!one) continue
    const edges = listEdges(one, rules)
    const boxes = edges.slice(1).map((right, at) => {
      const left = edges[at] ?? right
      const inside = line.filter(({ x, width }) => x + width / 2 > left && x + width / 2 < right)
      return { width: right - left, inside }
    })
    for (const word of listWords(boxes, one)) {
      const [first, last] = [word.flat()[0], word.flat().at(-1)]
      if (!first || !last) continue
      const text = word.map(([letter]) => letter?.text.trim() ?? ' ').join('')
      words.set(first, {
        ...first,
        text: text.trim(),
        width: last.x + last.width - first.x,
        isInBoxes: true,
      })
      for (const letter of word.flat()) if (letter !== first) taken.add(letter)
    }
  }
  return items.flatMap((item) => (taken.has(item) ? [] : [words.get(item) ?? item]))
}

/** The places of the low rules beside a line, each once. */
function listEdges({ y, fontSize }: PageItem, rules: readonly UprightRule[]): number[] {
  const level = y + middle * fontSize
  return rules
    .slice(0, rulesMax)
    .filter(
      ({ top, bottom }) => bottom <= level && level <= top && top - bottom <= heightMax * fontSize,
    )
    .map(({ x }) => x)
    .toSorted((a, b) => a - b)
    .filter((x, at, all) => x - (all[at - 1] ?? -Infinity) > samePlaceMax)
}

interface Box<Item> {
  readonly width: number
  readonly inside: readonly Item[]
}

/** Runs of boxes of one width with at most a letter in each, as the letters. */
function listWords<Item>(boxes: readonly Box<Item>[], { fontSize }: PageItem): Item[][][] {
  const runs: Box<Item>[][] = []
  for (const box of boxes) {
    const last = runs.at(-1)
    const isSame = last && Math.abs((last[0]?.width ?? 0) - box.width) <= samePlaceMax
    if (box.width > pitchMax * fontSize || box.inside.length > 1) runs.push([])
    else if (last && (isSame || last.length === 0)) last.push(box)
    else runs.push([box])
  }
  return runs
    .filter((run) => run.flatMap(({ inside }) => inside).length >= lettersMin)
    .map((run) => run.map(({ inside }) => [...inside]))
}
