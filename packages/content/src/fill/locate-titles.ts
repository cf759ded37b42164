import { foldName } from '#content/html/facts/meanings.ts'
import type { PageFacts } from '#content/html/facts/page-facts.ts'
import { listSiteNames } from './name-of-site.ts'
import type { Outline } from './outline.ts'

/** What the heading, the title of the document and the lines beneath them name. */
export interface Titles {
  /** The content in pieces of one line or less. */
  readonly pieces: () => readonly string[]
  /** Whether it is the heading. */
  readonly isHeading: (value: string) => boolean
  /** Whether it is a piece of the heading, or a name that the heading begins with. */
  readonly isInTitle: (value: string, isFirst: boolean) => boolean
  /** Whether the title of the document names it beside the heading. */
  readonly namesSite: (value: unknown) => boolean
  /** Whether it is a part of a line between the title and the next heading. */
  readonly isBeneathTitle: (value: string) => boolean
}

/** Reads the titles of a page. */
export function createTitles({ facts, documentTitle = '' }: PageFacts, outline: Outline): Titles {
  let siteNames: ReadonlySet<string> | undefined
  let pieces: readonly string[] | undefined
  return {
    pieces: () => (pieces ??= outline.lines.flatMap(({ text }) => splitPieces(text))),
    isHeading: (value) => foldName(outline.lines[outline.title]?.text ?? '') === foldName(value),
    isInTitle: (value, isFirst) => isInTitle(outline, value, isFirst),
    namesSite(value) {
      siteNames ??= listSiteNames(outline, facts, documentTitle)
      return siteNames.has(foldName(String(value)))
    },
    isBeneathTitle: (value) => isBeneathTitle(outline, value),
  }
}

const beneathMax = 8
const pieceEnd = /[,.;] | [·|•–—-] |[.,]$/
const titlePiece = /, | [–—|·•/-] |: | ?[()]/
const splitPieces = (text: string): readonly string[] => text.split(pieceEnd)

/** Whether a text is a piece of the heading, or begins it. */
function isInTitle({ lines, title }: Outline, value: string, isFirst: boolean): boolean {
  const text = lines[title]?.text ?? ''
  const wanted = foldName(value)
  if (isFirst) return wanted !== '' && `${foldName(text)} `.startsWith(`${wanted} `)
  const pieces = text.split(titlePiece)
  return pieces.some((piece) => {
    const own = foldName(piece)
    // `Prof Ada Lovelace` is named so with her title.
    const isTitled = own.endsWith(` ${wanted}`) && !own.slice(0, -wanted.length - 1).includes(' ')
    return own === wanted || (isTitled && wanted.includes(' '))
  })
}

function isBeneathTitle(outline: Outline, value: string): boolean {
  const from = outline.title + 1
  const next = outline.lines.findIndex(({ level }, at) => at >= from && level > 0)
  const beneath = outline.lines.slice(from, next < 0 ? from + beneathMax : next)
  const wanted = foldName(value)
  return beneath
    .slice(0, beneathMax)
    .filter(({ kind }) => kind !== 'cell')
    .some(({ text }) => splitPieces(text).some((piece) => foldName(piece) === wanted))
}
