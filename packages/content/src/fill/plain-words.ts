const letters: Readonly<Record<string, string>> = {
  ß: 's',
  ł: 'l',
  ø: 'o',
  æ: 'a',
  œ: 'o',
  đ: 'd',
  ı: 'i',
}
const written = /[ßłøæœđı]/g
const marks = /\p{M}/gu

/**
 * Folded words without the signs of their letters, however a name in ASCII writes them: `straße`, `strasse`; `måned`, `maaned`, `maned`;
 * `größe`, `groesse`, `grosse` are one.
 */
export const toPlain = (folded: string): string =>
  folded
    .normalize('NFD')
    .replaceAll(marks, '')
    .replaceAll(written, (letter) => letters[letter] ?? letter)
    .replaceAll(/([aou])e/g, '$1')
    .replaceAll(/([as])\1/g, '$1')

/** Hangul is the first of the scripts whose words have endings or neighbours without a space, as its parts. */
const firstUnspaced = 0x1100

export const isUnspaced = (word: string): boolean => word.charCodeAt(0) >= firstUnspaced

/** A word as it stands among words with a space around each, or in the middle of others. */
export const wholeWord = (word: string): string => (isUnspaced(word) ? word : ` ${word} `)
