import type { Outline } from './outline.ts'
import type { Profile } from './profile.ts'
import { quantitiesIn } from './quantities.ts'
import type { ReadValue } from './read-value.ts'
import { inUnit } from './value-in-text.ts'

/** Letters for the sides of a thing; `L` is its length beside a width, else its width. */
const letters: Readonly<Record<string, string>> = {
  width: 'BW幅',
  height: 'H高',
  depth: 'DTP奥',
  length: 'L',
}
const side = /(?<!\p{L})(?:[BWHTDPL](?!\p{L})|幅|高さ?|奥行き?)/gu
const lineLengthMax = 200

/**
 * A side of the only sizes that letters name in their order: `B 60 × H 180 × T 40 cm`, `102 × 60 × 39 mm (W × H × D)`. The letters
 * may stand in the label before the sizes.
 */
export const sideShown =
  (name: string) =>
  ({ lines }: Outline, profile: Profile): ReadValue | undefined => {
    const found = new Map<number, number>()
    for (const [line, { text, kind }] of lines.entries()) {
      if (text.length > lineLengthMax || !/[x×*]/i.test(text)) continue
      const label = kind === 'cell' || kind === 'value' ? (lines[line - 1]?.text ?? '') : ''
      const shown = side.test(text) ? text : `${label} ${text}`
      side.lastIndex = 0
      const named = [...shown.matchAll(side)].map(([letter]) => letter.charAt(0))
      const sizes = quantitiesIn(shown.replaceAll(side, ' ').replaceAll(/[()[\]]/g, ' ')).filter(
        ({ unit }) => unit?.dimension === 'length',
      )
      if (named.length < 2 || named.length !== sizes.length) continue
      const own = named.includes('B') || named.includes('W') ? letters : turned
      const at = named.findIndex((letter) => own[name]?.includes(letter) === true)
      const size = sizes[at]
      if (size) found.set(inUnit(size, profile), line)
    }
    const [first] = found
    return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
  }

const turned: typeof letters = { ...letters, width: 'L幅', length: '' }
