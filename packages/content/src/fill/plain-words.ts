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
