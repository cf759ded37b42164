import type { Segment } from './segment.ts'

/** Widths of letters in common fonts, as parts of the letter size; files tell only that of whole lines. */
const classes: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}\u200b-\u200f]/u, 0],
  [/[ijlI.,:;'|!]/u, 0.26],
  [/[ftr()[\]{}\-"/\\ \u00a0]/u, 0.34],
  [/[mwM\u2014]/u, 0.84],
  [/W/u, 0.95],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u,
    1,
  ],
  [/\p{Lu}/u, 0.68],
]
const usual = 0.54

const widthOf = (letter: string) => classes.find(([like]) => like.test(letter))?.[1] ?? usual

/** Where each letter of a text begins when it is set between two edges, and where the last one ends. */
export function letterEdges(text: string, left: number, right: number): number[] {
  const edges = [0]
  for (let at = 0; at < text.length; at++) edges.push((edges[at] ?? 0) + widthOf(text[at] ?? ''))
  const scale = (right - left) / (edges.at(-1) || 1)
  return edges.map((edge) => left + edge * scale)
}

/** A part of a segment, from one place in its text to another, without blanks at its ends. */
export function partOf(
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
  return {
    ...segment,
    runs,
    text,
    left: edges[from + text.length - text.trimStart().length] ?? segment.left,
    right: edges[from + text.trimEnd().length] ?? segment.right,
  }
}
