export type Script = 'sup' | 'sub'

/** The kind by the name that formats have for it. */
export const toKind = (name: string | undefined): Script | undefined =>
  name === 'super' ? 'sup' : name === 'sub' ? 'sub' : undefined

/** Characters that Unicode has as superscripts and subscripts. */
const plain = '0123456789+-−=()'
const characters = {
  sup: Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾'),
  sub: Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'),
}

/** Numbers and signs, which may be separated as in `1,3–5`. */
const number = /^(?=.*\d)[\d+−=(),\s–-]+$/

/** Numbers and signs as characters of Unicode, so that `10⁵` does not read as `105`. Undefined for other texts. */
export function toScript(text: string, script: Script): string | undefined {
  if (!number.test(text)) return undefined
  return Array.from(text, (letter) => characters[script][plain.indexOf(letter)] ?? letter).join('')
}
