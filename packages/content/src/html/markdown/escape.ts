/** Context of a text: cells escape pipes, link texts escape brackets. */
export interface TextPlace {
  readonly isCell: boolean
  readonly isLink: boolean
}

/** Escapes only text that Markdown would read as markup: `snake_case`, `a < b` and `[1]` are unchanged. */
export function escapeText(text: string, place: TextPlace): string {
  let escaped = text
  if (suspicious.test(text)) escaped = escapeMatches(text, place.isLink ? markupInLink : markup)
  if (place.isCell && text.includes('|')) escaped = escaped.replaceAll('|', '\\|')
  return escaped
}

const lengthAtOnceMax = 1_000_000
const matchesAtOnceMax = 10_000

/** Replacing all at once keeps a list of all matches, which takes many times the memory of a long text. */
function escapeMatches(text: string, pattern: RegExp): string {
  if (text.length <= lengthAtOnceMax) return text.replaceAll(pattern, escapeEach)
  let written = ''
  let parts: string[] = []
  let from = 0
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    parts.push(text.slice(from, match.index), escapeEach(match[0]))
    from = pattern.lastIndex
    if (parts.length < matchesAtOnceMax) continue
    written += parts.join('')
    parts = []
  }
  return written + parts.join('') + text.slice(from)
}

/** An underscore inside a word needs no escape. */
const suspicious = /[\\`*<&~[\]]|(?<!\w)_|_(?!\w)/

/**
 * A backslash before punctuation; any backtick; stars and underscores that could open or close emphasis; tildes that
 * could close a strike; openings of tags, entities and task boxes; a bracket that would become a link.
 */
const markup =
  /\\(?=[!-/:-@[-`{-~]|$)|`|\*(?! )|(?<! )\*|(?<![\p{L}\p{N}_])_+(?![ _])|(?<![ _])_+(?![\p{L}\p{N}_])|<(?=[A-Za-z/!?]|$)|&(?=#?\w+;)|(?<! )~+|\](?=\()|\[(?=[ xX]\](?: |$))/gu

/** Brackets in the text of a link could end it. */
const markupInLink = new RegExp(`${markup.source}|[[\\]]`, 'gu')

const escapeEach = (found: string): string =>
  found.length === 1 ? `\\${found}` : found.replaceAll(/./g, '\\$&')

/** Escapes what would start another block: `# `, `1. `, `- `, `>`, rules, underlines, fences, definitions. */
export function escapeLineStart(line: string): string {
  if (!/^[#>+\-*_=~|:[\d]/.test(line)) return line
  const number = /^(\d{1,9})[.)](?:\s|$)/.exec(line)?.[1]
  if (number !== undefined) return `${number}\\${line.slice(number.length)}`
  return blockStart.test(line) ? `\\${line}` : line
}

const blockStart =
  /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|-[-|:\s]*$|[|:][-|:\s]*$|(?:_ *){3,}$|=+\s*$|~~~|\[(?:[^\]\\]|\\.)+\]:)/
