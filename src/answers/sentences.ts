const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

export const splitSentences = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((one) => one !== '')

/** The numbers of a text, as they stand there. */
export const listNumbers = (text: string): string[] =>
  [...text.matchAll(/\d(?:[\d.,]{0,30}\d)?/g)].map(([number]) => number)
