import type { PageVersion } from './page-version.ts'
import { normaliseText } from './normalise-text.ts'
import { isCountdown, mayBeOfTime } from './counter-words.ts'
import { linkTargetKey } from './link-target-key.ts'

/** A run of text of the content, normalised for comparison. */
export interface ChangedRun {
  /** Normalised text without white space. */
  readonly text: string
  /** The same before it was normalised. */
  readonly written: string
  /** Keys of the links and images in it. */
  readonly targets: string
  /** Whether all of it is a link, or it begins a card. */
  readonly isTitle: boolean
}

/** Input of the comparison: the content of a page, and the text outside of the content. */
export interface PageRuns {
  readonly content: readonly ChangedRun[]
  readonly beside: readonly string[]
  /** When the page was loaded, if that is known. */
  readonly takenAt: Date | undefined
}

/** Reads the normalised text of a version; without it, the Markdown. */
export function readPageRuns(
  { markdown, normalisedText = '' }: PageVersion,
  takenAt?: Date,
): PageRuns {
  const lines = normalisedText.split('\n').map((line) => line.split('\t'))
  const hasContent = lines.some((line) => isContentLine(line) && line[1] !== '')
  if (!hasContent) return { content: markdown.split('\n').flatMap(ofMarkdown), beside: [], takenAt }
  return {
    content: withoutCountdowns(lines.filter(isContentLine)).flatMap(([, text = '', ...targets]) =>
      splitRuns(text, targets),
    ),
    beside: lines
      .filter((line) => !isContentLine(line))
      .map(([, text = '']) => normaliseText(text))
      .filter((text) => text !== ''),
    takenAt,
  }
}

/** Leaves out countdowns whose numbers and units are elements of their own. */
function withoutCountdowns(lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const kept: (readonly string[])[] = []
  for (let at = 0; at < lines.length;) {
    let end = at
    while (end < lines.length && mayBeOfTime(lines[end]?.[1] ?? '')) end += 1
    const some = lines.slice(at, end)
    if (!isCountdown(some.map(([, text = '']) => text).join(' '))) kept.push(...some)
    if (end < lines.length) kept.push(lines[end] as readonly string[])
    at = end + 1
  }
  return kept
}

/** Whether a line of the normalised text belongs to the content. */
export const isContentLine = ([verdict]: readonly string[]) => verdict === 'k' || verdict === 'm'

function splitRuns(written: string, addresses: readonly string[]): ChangedRun[] {
  const text = normaliseText(written)
  const isCard = addresses.at(-1) === '*'
  const isTitle = isCard || (addresses[0]?.startsWith('=') ?? false)
  const targets = addresses
    .slice(0, isCard ? -1 : undefined)
    .map((address) => linkTargetKey(address.replace(/^=/, '')))
    .join(' ')
  return text === '' && targets.trim() === '' ? [] : [{ text, written, targets, isTitle }]
}

/** No part matches beyond the next bracket, so that it is linear. */
const link = /(?<!\\)!?\[((?:[^\][\\]|\\.)*)\]\(<?([^\s)>[]*)>?(?:\s+"(?:[^"\\]|\\.)*")?\)/g

/** A line without its Markdown markup. */
function ofMarkdown(line: string): ChangedRun[] {
  const addresses: string[] = []
  let text = line
  // An image inside a link is replaced first.
  for (let round = 0; round < 2; round += 1) {
    text = text.replaceAll(link, (whole, label: string, address: string) => {
      const isPicture = whole.startsWith('!')
      if (isPicture || /[\p{L}\p{N}]/u.test(label)) {
        addresses.push(isPicture ? `!${address}` : address)
      }
      return isPicture ? '' : label
    })
  }
  const plain = text
    .replace(/^[\s>]*(?:#{1,6}|[-*+]|\d+[.)]|```+\w*|\|?[\s|:-]*$)?\s*/, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\*\*|__|[*`|]/g, ' ')
  return splitRuns(plain, addresses)
}
