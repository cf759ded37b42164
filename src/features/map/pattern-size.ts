/** What compiling a regular expression takes, estimated from its text in one pass. */
export interface PatternSize {
  /** Instructions of the compiled pattern, never far below what they are. */
  readonly size: number
  /** How deep groups are nested. */
  readonly nesting: number
}

/** A Unicode class is a table of up to a thousand ranges. */
const unicodeClassSize = 32

/** Quoted text, escapes, classes of POSIX, repetitions, brackets, and any other character. */
const token =
  /\\Q[^]*?(?:\\E|$)|\\[pP](?:\{\^?\w{1,32}\}|\w)|\\[^]|\[:\w{1,16}:\]|\{\d{1,6}(?:,\d{0,6})?\}|\[\^?\]?|[^]/gu

/** Repetitions multiply what they repeat, also where they are nested; a class is one instruction, and its table is made once. */
export function sizeOf(pattern: string): PatternSize {
  const groups: number[] = [0]
  let [nesting, last, isInClass, tables] = [0, 0, false, 0]
  const add = (size: number) => {
    last = size
    groups.push((groups.pop() ?? 0) + size)
  }
  for (const [text] of pattern.matchAll(token)) {
    if (/^\\[pP]/.test(text)) tables += unicodeClassSize
    if (isInClass) {
      tables += 1
      isInClass = text.startsWith('\\') || !text.endsWith(']') || text.startsWith('[:')
    } else if (text.startsWith('\\Q')) add(text.length)
    else if (text.startsWith('\\')) add(1)
    else if (text.startsWith('[')) {
      isInClass = true
      add(1)
    } else if (text === '(') {
      groups.push(1)
      nesting = Math.max(nesting, groups.length - 1)
    } else if (text === ')' && groups.length > 1) add(groups.pop() ?? 0)
    else if (text.startsWith('{') && text.length > 1) add(last * Math.max(0, countOf(text) - 1))
    else add(1)
  }
  return { size: groups.reduce((sum, size) => sum + size, tables), nesting }
}

/** How often `{2,5}` repeats at most. */
const countOf = (repetition: string) => Math.max(...(repetition.match(/\d+/g) ?? []).map(Number))
