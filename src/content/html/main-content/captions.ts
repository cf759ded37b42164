import type { Block, Outline, Part } from './blocks.ts'

const captionClass =
  /(?:^|[\s_-])(?:captions?|credits?|copyright|bildunterschrift|legende)(?:$|[\s_-])/i
const credit =
  /^(?:©|(?:fotos?|bild|bilder|titelbild|(?:photo|image|picture)s?(?: credits?| by)?|crédits?(?: photos?)?|credits?|quelle|source|fuente|grafik|abbildung)\s*[:©])/i
const creditWordsMax = 25
const levelsMax = 2

/** Whether a block stands below a picture as its description, or says who made it. */
function isCaption({ part }: Block): boolean {
  let around: Part | undefined = part
  for (let level = 0; level < levelsMax && around; level++, around = around.parent) {
    const { name, attribs } = around.element
    if (name === 'figcaption' || captionClass.test(attribs['class'] ?? '')) return true
  }
  return false
}

const isCredit = ({ measure, text }: Block): boolean =>
  measure.words <= creditWordsMax && credit.test(text)

/** What is as certain as this stays. */
const certainMin = 0.7

/** Removes captions and credits of pictures from a text. Changes `isKept`. */
export function dropCaptions(
  { blocks }: Pick<Outline, 'blocks'>,
  isKept: boolean[],
  chances: Float32Array,
): void {
  for (const [index, block] of blocks.entries()) {
    if (!isKept[index] || block.headingLevel > 0) continue
    const isLikely = (chances[index] ?? 0) >= certainMin
    if (isCredit(block) || (!isLikely && isCaption(block))) isKept[index] = false
  }
}

/** How many words of each part are in captions and credits that are not chosen; there are only few of them around pictures. */
export function droppedCaptionWords(
  { parts, blocks }: Pick<Outline, 'parts' | 'blocks'>,
  isKept: readonly boolean[],
): Float64Array {
  const words = new Float64Array(parts.length)
  for (const [index, block] of blocks.entries()) {
    if (isKept[index] || !isBesidePicture(block.part)) continue
    if (!isCaption(block) && !isCredit(block)) continue
    for (let at: Part | undefined = block.part, level = 0; at && level < holdersMax; level++) {
      words[at.index] = (words[at.index] ?? 0) + block.measure.words
      at = at.parent
    }
  }
  return words
}

/** A picture and its caption are rarely further below what holds both. */
const holdersMax = 6

function isBesidePicture({ parent }: Part): boolean {
  let around = parent
  for (let level = 0; level < levelsMax && around; level++, around = around.parent) {
    if (around.images > 0) return true
  }
  return false
}
