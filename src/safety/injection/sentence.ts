import { sliceText } from '#base/text-pieces.ts'

/** A sentence in the form that signals are looked for in. */
export interface Sentence {
  /** As it stands in the page, at most `lengthMax` characters. */
  readonly text: string
  /** Lower case, without punctuation. */
  readonly words: readonly string[]
  /** The words with single spaces between and around them, so that a phrase is found as ` phrase `. */
  readonly line: string
  /** Whether a word starts a clause. */
  readonly starts: readonly boolean[]
}

const lengthMax = 1_200
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}]+)*/gu
const sentenceEnd = /[.!?。！？][\s"'”’)*_]|[\n。！？]/g

/** Words after which a request goes on: `please ignore`, `and then print`. */
const leads = new Set(
  'please now then also instead first must should and you always just simply kindly immediately so but will shall important attention note system alert urgent'.split(
    ' ',
  ),
)

/** The sentences of a text, each line for itself. Takes time in proportion to the length of the text. */
export function* readSentences(text: string): Generator<Sentence> {
  let start = 0
  for (const { 0: mark, index } of text.matchAll(sentenceEnd)) {
    const end = index + mark.length
    yield* splitPieces(text.slice(start, end))
    start = end
  }
  yield* splitPieces(text.slice(start))
}

function* splitPieces(text: string): Generator<Sentence> {
  for (const piece of sliceText(text, lengthMax)) {
    const sentence = toSentence(piece)
    if (sentence.words.length > 0) yield sentence
  }
}

function toSentence(text: string): Sentence {
  const words: string[] = []
  const starts: boolean[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(word)) {
    const previous = words.at(-1)
    const isAfterMark = /[^\p{L}\p{N}\s]/u.test(text.slice(end, index))
    starts.push(previous === undefined || isAfterMark || leads.has(previous))
    words.push(found.toLowerCase().replaceAll('’', "'"))
    end = index + found.length
  }
  return { text, words, starts, line: ` ${words.join(' ')} ` }
}

/** One step of a pattern: a word of the set, with at most `gapMax` other words before it. */
export type SentenceStep = readonly [words: ReadonlySet<string>, gapMax: number]

/** Whether the words from `index` match the steps; the first step has to match the word at `index`. */
function matchesAt(
  words: readonly string[],
  index: number,
  steps: readonly SentenceStep[],
): boolean {
  const [step, ...rest] = steps
  if (!step) return true
  const [wanted, gapMax] = step
  for (let at = index; at <= index + gapMax && at < words.length; at += 1) {
    if (wanted.has(words[at] ?? '') && matchesAt(words, at + 1, rest)) return true
  }
  return false
}

/** Index of the first word from which the words match, or -1; `isStart` says that it has to start a clause. */
export function findPattern(
  { words, starts }: Sentence,
  steps: readonly SentenceStep[],
  isStart: boolean,
): number {
  return words.findIndex(
    (_, index) => (!isStart || starts[index] === true) && matchesAt(words, index, steps),
  )
}
