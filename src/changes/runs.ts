import type { PageVersion } from './page-version.ts'
import { steadyText } from './steady-text.ts'
import { targetIdentity } from './target-identity.ts'

/** A run of text of the content, ready to be compared. */
export interface Run {
  /** Without what differs between two visits, and without white space. */
  readonly text: string
  /** What its links and pictures lead to. */
  readonly targets: string
}

/** A page as comparing sees it: its content, and the text that is on the page beside it. */
export interface PageRuns {
  readonly content: readonly Run[]
  readonly beside: readonly string[]
}

/** Reads what was kept for comparing; without it, the Markdown. */
export function readPageRuns({ markdown, normalisedText = '' }: PageVersion): PageRuns {
  const lines = normalisedText.split('\n').map((line) => line.split('\t'))
  const hasContent = lines.some((line) => isContentLine(line) && line[1] !== '')
  if (!hasContent) return { content: markdown.split('\n').flatMap(ofMarkdown), beside: [] }
  return {
    content: lines
      .filter(isContentLine)
      .flatMap(([, text = '', ...targets]) => runOf(text, targets)),
    beside: lines
      .filter((line) => !isContentLine(line))
      .map(([, text = '']) => steadyText(text))
      .filter((text) => text !== ''),
  }
}

/** Whether a line of a page for comparing belongs to its content. */
export const isContentLine = ([verdict]: readonly string[]) => verdict === 'k' || verdict === 'm'

function runOf(written: string, addresses: readonly string[]): Run[] {
  const text = steadyText(written)
  const targets = addresses.map(targetIdentity).join(' ')
  return text === '' && targets.trim() === '' ? [] : [{ text, targets }]
}

/** No part of it runs past the next bracket, so that it is linear. */
const link = /(?<!\\)!?\[((?:[^\][\\]|\\.)*)\]\(<?([^\s)>[]*)>?(?:\s+"(?:[^"\\]|\\.)*")?\)/g

/** A line without the signs of Markdown. */
function ofMarkdown(line: string): Run[] {
  const addresses: string[] = []
  let text = line
  // A picture inside a link is replaced first.
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
  return runOf(plain, addresses)
}
