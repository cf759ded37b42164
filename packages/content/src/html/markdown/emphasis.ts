/** The kinds of emphasis, as bits, and how each is written: by delimiter, or by tag where delimiters would not work. */
export const strong = 1
export const emphasis = 2
export const strike = 4

export interface MarkForm {
  readonly bit: number
  readonly delimiter: string
  readonly tag: string
}

export const markForms: readonly MarkForm[] = [
  { bit: strike, delimiter: '~~', tag: 'del' },
  { bit: strong, delimiter: '**', tag: 'strong' },
  { bit: emphasis, delimiter: '*', tag: 'em' },
]

/** CommonMark's left-flanking rule: may a delimiter between these two characters open? Empty means an edge. */
export const mayOpen = (before: string, after: string): boolean =>
  !isPunctuation(after) || before === '' || before === ' ' || isPunctuation(before)

/** CommonMark's right-flanking rule: may a delimiter between these two characters close? */
export const mayClose = (before: string, after: string): boolean => mayOpen(after, before)

export const isPunctuation = (character: string): boolean => /^[\p{P}\p{S}]/u.test(character)
