const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

export const splitSentences = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((one) => one !== '')
