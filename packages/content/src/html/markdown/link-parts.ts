import type { Inline } from './inline.ts'

/** A link whose text is being collected. */
export interface OpenLink {
  /** URL; undefined when only the text is written. */
  readonly target: string | undefined
  /** A title equal to the text is omitted. */
  readonly title: string
  readonly titlePart: string
  /** For a link around blocks: which of its heading, text or image becomes the link. */
  readonly carrier: () => 'heading' | 'text' | 'any'
}

/** Links end where their block ends, so that a link around blocks becomes a link in one of them. */
export interface LinkParts {
  readonly isOpen: () => boolean
  readonly open: (link: OpenLink) => void
  /** Writes the content collected since the start of the link or of its last part. */
  readonly endPart: (isHeading: boolean) => void
  readonly close: () => void
}

interface OpenPart extends OpenLink {
  start: number
  isUsed: boolean
  isDivided: boolean
  readonly marks: readonly number[]
}

export function createLinkParts(inline: Inline): LinkParts {
  const links: OpenPart[] = []

  const write = (link: OpenPart, isHeading: boolean): void => {
    const part = inline.take(link.start, 'part')
    const inner = inline.suspend()
    inline.restore(link.marks)
    const text = part.trim()
    if (part.startsWith(' ')) inline.text(' ')
    if (text !== '') inline.raw(carries(link, text, isHeading) ? linked(link, text) : text)
    if (part.endsWith(' ') && part !== ' ') inline.text(' ')
    inline.restore(inner)
  }

  return {
    isOpen: () => links.at(-1)?.target !== undefined,
    open: (link) => {
      const outer = links.at(-1)
      if (outer && inline.length() > outer.start) write(outer, false)
      const marks = inline.suspend()
      links.push({ ...link, start: inline.length(), isUsed: false, isDivided: false, marks })
    },
    endPart: (isHeading) => {
      const link = links.at(-1)
      if (!link) return
      link.isDivided = true
      if (inline.length() > link.start) write(link, isHeading)
      link.start = 0
    },
    close: () => {
      const link = links.pop()
      if (!link) return
      if (inline.length() > link.start) write(link, false)
      inline.restore(link.marks)
      const outer = links.at(-1)
      if (outer) outer.start = inline.length()
    },
  }
}

function carries(link: OpenPart, text: string, isHeading: boolean): boolean {
  if (link.target === undefined || link.isUsed) return false
  if (!link.isDivided) return true
  const carrier = link.carrier()
  if (carrier === 'heading' && !isHeading) return false
  return carrier !== 'text' || !/^!\[[^\]]*\]\([^)]*\)$/.test(text)
}

function linked(link: OpenPart, text: string): string {
  link.isUsed = true
  return `[${text}](${link.target}${link.title === text ? '' : link.titlePart})`
}
