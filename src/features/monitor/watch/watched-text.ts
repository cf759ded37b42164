import type { PageVersion } from '#changes/page-version.ts'
import { isFound } from '#sites/compiled-patterns.ts'

/** A line of the watched text. */
export interface WatchedLine {
  readonly text: string
  readonly isIgnored: boolean
}

/** A text, or a pattern between slashes: `/\d+ people/`. It is found in any case of letters. */
export const readPattern = (text: string): string | undefined =>
  /^\/(?<pattern>.+)\/i?$/s.exec(text)?.groups?.['pattern']

/** A line without its Markdown markup: what a reader sees. */
export const readPlain = (line: string): string =>
  line
    .replaceAll(/\]\([^\s()]*\)/g, ']')
    .replaceAll(/[*_`[\]\\]/g, '')
    .replaceAll(/\s+/g, ' ')

const foldCase = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ')

/** Whether a text or pattern is found in a line. */
function isFoundIn(wanted: string, line: string): boolean {
  const pattern = readPattern(wanted)
  if (pattern !== undefined) return isFound(`(?i)${pattern}`, line)
  return foldCase(line).includes(foldCase(wanted))
}

/** Whether a text or pattern stands in a text. A pattern must match within one line. */
export function isShown(wanted: string, text: string): boolean {
  const lines = text.split('\n')
  if (lines.some((line) => isFoundIn(wanted, readPlain(line)))) return true
  // A text may go on over the end of a line.
  return readPattern(wanted) === undefined && isFoundIn(wanted, readPlain(text))
}

const isIgnored = (line: string, ignoreText: readonly string[]): boolean =>
  ignoreText.some((wanted) => isFoundIn(wanted, line) || isFoundIn(wanted, readPlain(line)))

export const splitLines = (text: string, ignoreText: readonly string[]): WatchedLine[] =>
  text.split('\n').map((line) => ({ text: line, isIgnored: isIgnored(line, ignoreText) }))

/** The version without the lines to be ignored. */
export function withoutIgnored(version: PageVersion, ignoreText: readonly string[]): PageVersion {
  if (ignoreText.length === 0) return version
  const { markdown, normalisedText } = version
  const keep = (text: string, read: (line: string) => string) =>
    text
      .split('\n')
      .filter((line) => !isIgnored(read(line), ignoreText))
      .join('\n')
  return {
    ...version,
    markdown: keep(markdown, (line) => line),
    // A class, the text, and its targets (comparison-text).
    ...(normalisedText !== undefined && {
      normalisedText: keep(normalisedText, (line) => line.split('\t')[1] ?? ''),
    }),
  }
}
