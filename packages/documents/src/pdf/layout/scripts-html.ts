/** Characters that Unicode has as superscripts and subscripts; the library returns them for digits. */
const plain = '0123456789+-−=()'
const characters = {
  sup: Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾'),
  sub: Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'),
}

/** Numbers and signs, which may be separated as in `1,3–5`. */
const number = /^(?=.*\d)[\d+−=(),\s–-]+$/
const inBrackets = /^\[[^\]]*\]$/

/**
 * The HTML of a superscript or subscript. Numbers and signs are characters of Unicode, so that they read as text; a number in brackets
 * is plain, since the brackets set it apart; everything else has the tag.
 */
export function scriptHtml(html: string, kind: 'sup' | 'sub'): string {
  // The library has replaced some digits.
  const text = html.normalize('NFKC')
  if (inBrackets.test(text.trim())) return html
  if (!number.test(text)) {
    const inner = html.trimEnd()
    return `<${kind}>${inner}</${kind}>${html.slice(inner.length)}`
  }
  return Array.from(text, (letter) => characters[kind][plain.indexOf(letter)] ?? letter).join('')
}

/** Endings of ordinals, which are raised for looks alone. */
const ordinal = /^(?:st|nd|rd|th|er|re|ère|e|ème|eme)[.,;:)]?\s*$/

/** Whether a raised text is the ending of an ordinal such as `1st`. */
export const isOrdinal = (before: string, text: string): boolean =>
  /\d$/.test(before) && ordinal.test(text)
