import { compareVersions } from '#changes/compare.ts'
import type { PageVersion } from '#changes/page-version.ts'

/** Decides whether two versions of a page differ. */
export type Contender = (previous: PageVersion, current: PageVersion, url: string) => boolean

/**
 * Weir, Weir with Markdown only, the rule of the API this is compatible with (the same characters in any order), and plain
 * equality.
 */
export const contenders: Readonly<Record<string, Contender>> = {
  weir: (previous, current, url) => isChanged(previous, current, url),
  'Markdown alone': (previous, current, url) =>
    isChanged({ markdown: previous.markdown }, { markdown: current.markdown }, url),
  'same characters': (previous, current) =>
    countCharacters(previous.markdown) !== countCharacters(current.markdown),
  'same text': (previous, current) =>
    previous.markdown.replaceAll(/\s+/g, ' ') !== current.markdown.replaceAll(/\s+/g, ' '),
}

const isChanged = (previous: PageVersion, current: PageVersion, url: string) =>
  compareVersions({ previous, current, url }).status === 'changed'

/** Multiset of characters, without white space and table borders. */
function countCharacters(markdown: string): string {
  const counts = new Map<string, number>()
  for (const character of markdown.replaceAll(/\[iframe\]\([^)]*\)|\s+/g, '')) {
    counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return JSON.stringify([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
