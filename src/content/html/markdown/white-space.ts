/** Collapses runs of white space to one space. */
export const singleSpaced = (text: string): string =>
  uneven.test(text) ? text.replaceAll(unevenRuns, ' ') : text

const uneven = / {2}|[^\S ]/

/** Matches all runs except single spaces, which are most runs. */
const unevenRuns = / \s+|[^\S ]\s*/g
