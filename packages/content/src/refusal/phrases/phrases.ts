import type { RefusalKind } from '#content/refusal/refusal.ts'

/**
 * The words of one kind of refusal. A sentence or title says it with one of `whole`, or with a `topic` and a `cue` together. Patterns
 * match lines of `plainText`: lower-case and without accents.
 */
export interface Phrases {
  readonly kind: RefusalKind
  readonly whole: readonly RegExp[]
  readonly topic: RegExp
  readonly cue: RegExp
  /** Titles that other pages have as well. */
  readonly vague?: RegExp
}

/** Whether one of the lines says it. */
export function saysSo({ whole, topic, cue }: Phrases, lines: string): boolean {
  if (whole.some((pattern) => pattern.test(lines))) return true
  if (!topic.test(lines) || !cue.test(lines)) return false
  return lines.split('\n').some((line) => topic.test(line) && cue.test(line))
}

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  đ: 'd',
  '’': "'",
  '‘': "'",
  '\u{a0}': ' ',
}

/** Returns a text in lower case without accents. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/[łøıßæđ’‘\u00a0]/g, (letter) => letters[letter] ?? letter)

const sentencesMax = 40

/** The beginning of a text by sentences. */
export const readBeginning = (text: string): string[] =>
  foldText(text)
    .split(/[.!?…](?=\s|$)|[。！？]/, sentencesMax)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
