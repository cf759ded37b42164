import type { PageOutline, Part } from './blocks.ts'

/** Names of the technique that places a text where only programs that read a page aloud find it. */
const offscreen = /(?:^|\s)(?:visually-?hidden|sr-only|screen-reader-(?:text|only))(?:\s|$)/i

/** What holds a larger share of the chosen words is the content. */
const shareMax = 0.5

/**
 * Removes prose from a text that its readers do not see, or that is not read to them: one of both is not the text itself. Modifies
 * `isKept`.
 */
export function dropOffscreen({ parts, blocks, siblings }: PageOutline, isKept: boolean[]): void {
  const isInside = new Uint8Array(parts.length)
  let found = false
  for (const part of parts) {
    const { index, parent, proseWords, headings } = part
    // Slides and panels have others like them beside them, or a heading.
    const isOwn =
      proseWords > 0 && headings === 0 && (siblings.counts[index] ?? 1) < 2 && isOffscreen(part)
    if (isOwn || (parent && isInside[parent.index] === 1)) isInside[index] = 1
    found ||= isOwn
  }
  if (!found) return
  let [own, all] = [0, 0]
  for (const { index, part, measure } of blocks) {
    if (!isKept[index]) continue
    all += measure.words
    if (isInside[part.index] === 1) own += measure.words
  }
  if (own > shareMax * all) return
  for (const { index, part } of blocks) if (isInside[part.index] === 1) isKept[index] = false
}

const isOffscreen = ({ element: { attribs } }: Part): boolean =>
  attribs['aria-hidden'] === 'true' || offscreen.test(attribs['class'] ?? '')
