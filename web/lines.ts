/** Lines, or those of a text, without white space around them and without empty ones. */
export const listLines = (lines: string | readonly string[]): string[] =>
  (typeof lines === 'string' ? lines.split('\n') : lines).map((line) => line.trim()).filter(Boolean)
