import type { PageBlock, PageOutline, Part } from './blocks.ts'

const captionClass =
  /(?:^|[\s_-])(?:captions?|credits?|copyright|bildunterschrift|legende)(?:$|[\s_-])/i
const credit =
  /^(?:©|(?:fotos?|bild|bilder|titelbild|(?:photo|image|picture)s?(?: credits?| by)?|crédits?(?: photos?)?|credits?|quelle|source|fuente|grafik|abbildung)\s*[:©])/i
const creditWordsMax = 25
const levelsMax = 2

/** Whether a block is the caption or the credit line of a picture, by its element or class. */
export function isCaption({ part }: PageBlock): boolean {
  let around: Part | undefined = part
  for (let level = 0; level < levelsMax && around; level++, around = around.parent) {
    const { name, attribs } = around.element
    if (name === 'figcaption' || captionClass.test(attribs['class'] ?? '')) return true
  }
  return false
}

const isCredit = ({ measure, text }: PageBlock): boolean =>
  measure.words <= creditWordsMax && credit.test(text)

/** Captions with at least this probability are kept. */
const certainMin = 0.7

/** The text around refers to such a caption by its number. */
const numbered =
  /^(?:fig(?:ure|\.)?|table|listing|abb(?:ildung|\.)?|tab(?:elle|\.)?|figura|tableau|рис(?:унок|\.)?|図|表|图) ?\d/i

export const isNumberedCaption = (block: PageBlock): boolean =>
  numbered.test(block.text) && isCaption(block)

/** Removes captions and credits of pictures from a text. Modifies `isKept`. */
export function dropCaptions(
  { blocks }: Pick<PageOutline, 'blocks'>,
  isKept: boolean[],
  probabilities: Float32Array,
): void {
  for (const block of blocks) {
    const { index } = block
    if (!isKept[index] || block.headingLevel > 0) continue
    const isLikely = (probabilities[index] ?? 0) >= certainMin || isNumberedCaption(block)
    if (isCredit(block) || (!isLikely && isCaption(block))) isKept[index] = false
  }
}

/** Words of each part in captions and credits that are not chosen, counted only beside pictures. */
export function droppedCaptionWords(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: readonly boolean[],
): Float64Array {
  const words = new Float64Array(parts.length)
  for (const block of blocks) {
    if (isKept[block.index] || !isBesidePicture(block.part)) continue
    if (!isCaption(block) && !isCredit(block)) continue
    for (let at: Part | undefined = block.part, level = 0; at && level < containersMax; level++) {
      words[at.index] = (words[at.index] ?? 0) + block.measure.words
      at = at.parent
    }
  }
  return words
}

/** Maximum levels between a caption and the common ancestor with its picture. */
const containersMax = 6

function isBesidePicture({ parent }: Part): boolean {
  let around = parent
  for (let level = 0; level < levelsMax && around; level++, around = around.parent) {
    if (around.images > 0) return true
  }
  return false
}
