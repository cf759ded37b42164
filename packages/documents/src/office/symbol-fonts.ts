/** Greek letters of the font Symbol, by the Latin letters at whose places they are. */
const latin = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const greek = 'αβχδεϕγηιφκλμνοπθρστυϖωξψζΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'

/** Further signs of the fonts that office programs use, by their codes. */
const symbol: Readonly<Record<number, string>> = {
  0xa2: '′',
  0xa3: '≤',
  0xa5: '∞',
  0xab: '↔',
  0xac: '←',
  0xad: '↑',
  0xae: '→',
  0xaf: '↓',
  0xb0: '°',
  0xb1: '±',
  0xb2: '″',
  0xb3: '≥',
  0xb4: '×',
  0xb5: '∝',
  0xb6: '∂',
  0xb7: '•',
  0xb8: '÷',
  0xb9: '≠',
  0xba: '≡',
  0xbb: '≈',
  0xbc: '…',
  0xc6: '∅',
  0xc7: '∩',
  0xc8: '∪',
  0xcc: '⊂',
  0xce: '∈',
  0xcf: '∉',
  0xd0: '∠',
  0xd1: '∇',
  0xd2: '®',
  0xd3: '©',
  0xd4: '™',
  0xd5: '∏',
  0xd6: '√',
  0xd9: '∧',
  0xda: '∨',
  0xdb: '⇔',
  0xdc: '⇐',
  0xde: '⇒',
  0xe5: '∑',
  0xf2: '∫',
}
const wingdings: Readonly<Record<number, string>> = {
  0x21: '✏',
  0x22: '✂',
  0x28: '☎',
  0x29: '✆',
  0x2a: '✉',
  0x36: '⌛',
  0x4a: '☺',
  0x4c: '☹',
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x76: '❖',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '☐',
  0xb2: '✧',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
}

/** The character that a symbol of a font shows; U+FFFD for one that has none. */
export function readSymbol(font: string, code: number): string {
  if (!Number.isInteger(code) || code < 0x20 || code > 0xffff) return '\uFFFD'
  const isPrivate = code >= 0xf000 && code <= 0xf0ff
  const own = isPrivate ? code - 0xf000 : code
  if (/^wingdings$/i.test(font)) return wingdings[own] ?? '\uFFFD'
  if (/^symbol$/i.test(font)) {
    const letter = String.fromCodePoint(own)
    return symbol[own] ?? greek[latin.indexOf(letter)] ?? (own < 0x80 ? letter : '\uFFFD')
  }
  return isPrivate ? '\uFFFD' : String.fromCodePoint(code)
}
