import type { Segment } from './segment.ts'

/** Letter widths of common fonts in thousandths of the font size; files give only the width of whole runs. */
const widths: readonly (readonly [string, number])[] = [
  ["ijl|'", 222],
  ['I.,:;!ft/\\[] \u00a0', 278],
  ['r()-"{}*`', 340],
  ['ckJsvxyz', 500],
  ['FTZL', 590],
  ['ABEKPSVXY&', 667],
  ['wCDHNRU', 722],
  ['GOQ', 778],
  ['mM%', 840],
  ['W@—…', 960],
]
const byLetter = new Map(
  widths.flatMap(([letters, width]) => Array.from(letters, (letter) => [letter, width] as const)),
)
const usual = 556
const square = 1_000
const isSquare =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u
const isNothing = /[\p{M}\u200b-\u200f]/u

function measureWidth(letter: string): number {
  const known = byLetter.get(letter)
  if (known !== undefined) return known
  if (letter < '\u0300') return usual
  if (isNothing.test(letter)) return 0
  return isSquare.test(letter) ? square : usual
}

/** Estimated left edge of each letter of a text between two positions, and the right edge of the last. */
export function letterEdges(text: string, left: number, right: number): number[] {
  const edges = [0]
  for (let at = 0; at < text.length; at++)
    edges.push((edges[at] ?? 0) + measureWidth(text[at] ?? ''))
  const scale = (right - left) / (edges.at(-1) || 1)
  return edges.map((edge) => left + edge * scale)
}

/** Estimated left edge of each letter of a segment, and the right edge of the last. */
export function listEdges({ text, left, right, anchors }: Segment): number[] {
  if (anchors.length === 0) return letterEdges(text, left, right)
  const edges: number[] = []
  for (const anchor of anchors) {
    const own = letterEdges(text.slice(anchor.from, anchor.to), anchor.left, anchor.right)
    for (const [index, edge] of own.entries()) edges[anchor.from + index] = edge
  }
  let last = left
  return Array.from({ length: text.length + 1 }, (_, at) => (last = edges[at] ?? last))
}

/** A trimmed part of a segment between two text offsets. */
export function cutPart(
  segment: Segment,
  [from, to]: readonly [number, number],
  edges: readonly number[],
): Segment {
  const runs = []
  let at = 0
  for (const run of segment.runs) {
    const text = run.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += run.text.length
    if (text !== '') runs.push({ ...run, text })
  }
  const text = segment.text.slice(from, to)
  const anchors = segment.anchors
    .filter((anchor) => anchor.from < to && anchor.to > from)
    .map((anchor) => ({
      from: Math.max(anchor.from, from) - from,
      to: Math.min(anchor.to, to) - from,
      left: anchor.from < from ? (edges[from] ?? anchor.left) : anchor.left,
      right: anchor.to > to ? (edges[to] ?? anchor.right) : anchor.right,
    }))
  return {
    ...segment,
    runs,
    text,
    anchors,
    left: edges[from + text.length - text.trimStart().length] ?? segment.left,
    right: edges[from + text.trimEnd().length] ?? segment.right,
  }
}
