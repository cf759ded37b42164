import type { Segment } from './segment.ts'

/** How the lines of a document are joined where one ends in a hyphen or a slash. */
export type HyphenJoin =
  /** A word divided at the end of the line: the hyphen is dropped. */
  | 'divided'
  /** A compound: the hyphen is kept, without a space behind it. */
  | 'compound'
  /** A hyphen that stands for a shared part, as in "pre- and postwar". */
  | 'apart'

export type Hyphens = (line: string, next: string) => HyphenJoin | undefined

/** A path or alternatives, which may go on in the next line. */
const slashAtEnd = /[\p{L}\p{N}]\/$/u
/** The name of a folder, before further words of its line. */
const folder = /[\p{L}\p{N}]\/\s{1,3}\p{L}/u

/** With a hyphen, a soft hyphen or the hyphen that browsers draw for it. */
const cutLine = /(?<=[\p{L}\p{N}])[-\u2010\u00ad]$/u
const softHyphen = /[\u2010\u00ad]$/
/** Of scripts that divide words; a range is tested faster than all letters of Unicode. */
const word = /[a-z\u00c0-\u024f\u0370-\u1fff]+(?:[-’'][a-z\u00c0-\u024f\u0370-\u1fff]+)*/g
const endOfWord = /[\p{L}\p{N}][-\u2010\u00ad]$/u
/** What does not stand between two letters of a word. */
const betweenWords = /[^\p{L}\p{N}’'\u2010-]+|[-\u2010’']{2,}/u
const firstWord = /^\p{L}+(?:[-\u2010’']\p{L}+)*/u
const address = /https?:|www\.|:\/\//
const conjunction = /^(?:and|or|to|und|oder|bzw|et|ou|y|o|e|en|of|och|og)(?![\p{L}-])/u

/** Of letters; shorter words are often syllables. */
const partMin = 3
/** Of the lines: compounds alone reach it, so that no words are divided; several must agree on the second. */
const [compoundsShareMax, severalShareMax] = [0.01, 0.02]
/** Of the hyphens: that many are in words that are elsewhere written without. */
const dividedShareMin = 0.1
const softHyphensMin = 3

/** Finds out how the document uses hyphens at line ends, from the words that it uses elsewhere. */
export function createHyphens(segments: readonly Segment[]): Hyphens {
  let known: Usage | undefined
  return (line, next) => {
    const end = line.trimEnd()
    if (slashAtEnd.test(end) && /^\p{L}/u.test(next)) {
      const isUrl = address.test(end.split(/\s/).at(-1) ?? '')
      return isUrl || !(known ??= learnUsage(segments)).hasFolders ? 'compound' : undefined
    }
    const [, sign] = /(.)$/u.exec(end) ?? []
    if (sign === undefined || !cutLine.test(end) || !/^[\p{L}\p{N}]/u.test(next)) return undefined
    if (sign === '\u00ad') return 'divided'
    if (address.test(end.split(/\s/).at(-1) ?? '')) return 'compound'
    known ??= learnUsage(segments)
    if (known.hasSoftHyphens && sign !== '-') return 'divided'
    const parts = splitParts(end, next)
    if (known.words.has(parts.join(''))) return 'divided'
    const isCapital = /^[\p{Lu}\p{N}]/u.test(next)
    const isNumber = /\p{N}.$/u.test(end)
    if (isNumber || (isCapital && !isInCapitals(end, next))) return 'compound'
    if (conjunction.test(next)) return 'apart'
    return isCompound(parts, sign, known) ? 'compound' : 'divided'
  }
}

interface Usage {
  readonly words: ReadonlySet<string>
  /** Names of folders end in a slash. */
  readonly hasFolders: boolean
  /** Divided words have a hyphen of their own. */
  readonly hasSoftHyphens: boolean
  /** Hyphens at line ends are too rare for a text that divides words. */
  readonly isUndivided: boolean
}

const plain = (text: string) => text.toLowerCase().replaceAll('\u2010', '-')

function learnUsage(segments: readonly Segment[]): Usage {
  const words = new Set<string>()
  const ends = segments.flatMap(({ text }, at) => {
    const line = text.trimEnd()
    return cutLine.test(line) ? [{ line, next: segments[at + 1]?.text ?? '' }] : []
  })
  for (const { text } of segments) {
    const own = plain(text).match(word) ?? []
    // Parts of divided words are no words.
    const from = /^\p{Ll}/u.test(text) ? 1 : 0
    const to = cutLine.test(text.trimEnd()) ? own.length - 1 : own.length
    for (const one of own.slice(from, to)) words.add(one)
  }
  const soft = ends.filter(({ line }) => softHyphen.test(line)).length
  const isSoftInside = segments.some(({ text }) => /\p{L}\u2010\p{L}/u.test(text))
  const divided = ends.filter(({ line, next }) => words.has(splitParts(line, next).join(''))).length
  const share = ends.length / segments.length
  return {
    words,
    hasFolders: segments.some(({ text }) => folder.test(text)),
    hasSoftHyphens: soft >= softHyphensMin && !isSoftInside,
    isUndivided:
      divided < dividedShareMin * ends.length &&
      share <= (ends.length > 1 ? severalShareMax : compoundsShareMax),
  }
}

/** The parts of a word on both sides of a line end. */
function splitParts(line: string, next: string): readonly [string, string] {
  const [after = ''] = firstWord.exec(next) ?? []
  return [plain(findLastWord(line)), plain(after)]
}

/** The word before the hyphen at the end of a line; empty without one. */
function findLastWord(line: string): string {
  if (!endOfWord.test(line)) return ''
  const word = line.slice(0, -1).split(betweenWords).at(-1) ?? ''
  return word.replace(/^[-\u2010’']/, '')
}

/** Whether the hyphen between two parts belongs to the word. */
function isCompound(
  [before, after]: readonly [string, string],
  sign: string,
  { words, hasSoftHyphens, isUndivided }: Usage,
): boolean {
  if (hasSoftHyphens) return sign === '-'
  if (isUndivided || words.has(`${before}-${after}`) || before.includes('-')) return true
  const [next = ''] = after.split('-')
  return before.length >= partMin && next.length >= partMin && words.has(before) && words.has(next)
}

/** Whether a line is set in capitals, so that they start no word. */
const isInCapitals = (line: string, next: string) =>
  /^\p{Lu}{2}/u.test(next) && /\p{Lu}{2}.$/u.test(line) && !/\p{Ll}/u.test(line)
