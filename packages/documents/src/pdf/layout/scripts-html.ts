import { toScript, type Script } from '#documents/script-digits.ts'

const inBrackets = /^\[[^\]]*\]$/

/**
 * The HTML of a superscript or subscript. Numbers and signs are characters of Unicode, so that they read as text; a number in brackets
 * is plain, since the brackets set it apart; everything else has the tag.
 */
export function scriptHtml(html: string, kind: Script): string {
  // The library has replaced some digits.
  const text = html.normalize('NFKC')
  if (inBrackets.test(text.trim())) return html
  const script = toScript(text, kind)
  if (script !== undefined) return script
  const inner = html.trimEnd()
  return `<${kind}>${inner}</${kind}>${html.slice(inner.length)}`
}

/** Endings of ordinals, which are raised for looks alone. */
const ordinal = /^(?:st|nd|rd|th|er|re|ère|e|ème|eme)[.,;:)]?\s*$/

/** Whether a raised text is the ending of an ordinal such as `1st`. */
export const isOrdinal = (before: string, text: string): boolean =>
  /\d$/.test(before) && ordinal.test(text)
