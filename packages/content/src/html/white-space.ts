/** Collapses runs of white space to one space. */
export const singleSpaced = (text: string): string =>
  uneven.test(text) ? text.replaceAll(unevenRuns, ' ') : text

/** Collapses white space and removes characters that only control line breaking, with one search for both in most texts. */
export const collapsed = (text: string): string =>
  unevenOrInvisible.test(text) ? text.replaceAll(invisibles, '').replaceAll(unevenRuns, ' ') : text

/** All of `\s` but the space, one by one, because V8 searches for `[^\S ]` half as fast. */
const spaces = String.raw`\t-\r\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`
const invisible = String.raw`\u00AD\u200B\u2060`

const uneven = new RegExp(`[${spaces}]| {2}`)
const unevenOrInvisible = new RegExp(`[${spaces}${invisible}]| {2}`)
const invisibles = new RegExp(`[${invisible}]`, 'g')

/** Matches all runs except single spaces, which are most runs. */
const unevenRuns = / \s+|[^\S ]\s*/g
