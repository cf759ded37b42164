/** Text with every run of white space made one space. */
export const singleSpaced = (text: string): string =>
  uneven.test(text) ? text.replaceAll(unevenRuns, ' ') : text

const uneven = / {2}|[^\S ]/

/** Single spaces, which most runs are, stay as they are. */
const unevenRuns = / \s+|[^\S ]\s*/g
