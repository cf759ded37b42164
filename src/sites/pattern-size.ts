/** Estimated cost of compiling a regular expression, computed from its text in one pass. */
export interface PatternSize {
  /** Estimated number of instructions, never far below the real one. */
  readonly size: number
  /** Depth of nested groups. */
  readonly nesting: number
}

/** A Unicode class is a table of up to a thousand ranges. */
const unicodeClassSize = 32

/** Quoted text, escapes, POSIX classes, repetitions, brackets, and any other character. */
const token =
  /\\Q[^]*?(?:\\E|$)|\\[pP](?:\{\^?\w{1,32}\}|\w)|\\[^]|\[:\w{1,16}:\]|\{\d{1,6}(?:,\d{0,6})?\}|\[\^?\]?|[^]/gu

/** Repetitions multiply the size of what they repeat, also when nested; a class is one instruction plus its table. */
export function measureSize(pattern: string): PatternSize {
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
    else if (text.startsWith('{') && text.length > 1) add(last * Math.max(0, readCount(text) - 1))
    else add(1)
  }
  return { size: groups.reduce((sum, size) => sum + size, tables), nesting }
}

/** Maximum of a repetition, such as 5 of `{2,5}`. */
const readCount = (repetition: string) => Math.max(...(repetition.match(/\d+/g) ?? []).map(Number))
