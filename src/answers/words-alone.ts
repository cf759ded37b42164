/** Words and digits alone, in lower case, with one space between them. */
export const wordsAlone = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
