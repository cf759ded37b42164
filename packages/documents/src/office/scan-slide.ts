/** A slide as read from its package. */
export interface Slide {
  readonly title: string | undefined
  /** Paragraphs, in any order; few slides need them. */
  readonly texts: () => ReadonlySet<string>
}

/** Text without white space for comparison, because readers split runs differently. */
export const letters = (text: string): string => text.replaceAll(/\s+/g, '')

/** Longer parts are parsed, because parsing stops at a number of elements. */
const lengthMax = 1 << 20
/** Comments, character data sections, and references other than the five of XML. */
const unusual = /<!|&(?!(?:amp|lt|gt|quot|apos);)/
/** A sign of markup outside of markup. */
const loneSign = /<[^<>]*<|>[^<>]*>/
const tag = /<[^<>]*>/g
const titlePlace = /\stype\s*=\s*["'](?:ctrTitle|title)["']/

/**
 * A slide of a presentation part, found without building its tree, which takes several times as long. Undefined for unusual
 * parts, which need a parser. The part is read anew for its paragraphs, so that not all parts are kept.
 */
export function scanSlide(read: () => string): Slide | undefined {
  const xml = read()
  if (xml.length > lengthMax || unusual.test(xml) || loneSign.test(xml)) return undefined
  const shapes = elementsIn(xml, 'p:sp')
  if (!shapes || !elementsIn(xml, 'a:p')) return undefined
  return { title: titleIn(shapes), texts: textsLater(read) }
}

function textsLater(read: () => string): Slide['texts'] {
  let texts: Set<string> | undefined
  return () => {
    texts ??= new Set(elementsIn(read(), 'a:p')?.map(readLetters).filter(Boolean))
    return texts
  }
}

function titleIn(shapes: readonly string[]): string | undefined {
  for (const shape of shapes) {
    const title = isTitle(shape) ? readLetters(shape) : ''
    if (title !== '') return title
  }
  return undefined
}

/** Undefined when one contains another. */
function elementsIn(xml: string, name: string): string[] | undefined {
  const [start, end] = [`<${name}`, `</${name}>`]
  const found: string[] = []
  let last = 0
  for (let at = xml.indexOf(start); at !== -1; at = xml.indexOf(start, at + start.length)) {
    if (!endsName(xml, at + start.length)) continue
    if (at < last) return undefined
    const tagEnd = xml.indexOf('>', at)
    if (xml[tagEnd - 1] === '/') continue
    last = xml.indexOf(end, tagEnd)
    if (last === -1) return undefined
    found.push(xml.slice(at, last))
  }
  return found
}

const endsName = (xml: string, at: number) => /[\s/>]/.test(xml[at] ?? '')

function isTitle(shape: string): boolean {
  const start = '<p:ph'
  for (let at = shape.indexOf(start); at !== -1; at = shape.indexOf(start, at + start.length)) {
    if (endsName(shape, at + start.length))
      return titlePlace.test(shape.slice(at, shape.indexOf('>', at)))
  }
  return false
}

const references = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
] as const

function readLetters(xml: string): string {
  let text = xml.replaceAll(tag, '')
  if (text.includes('&')) for (const [name, sign] of references) text = text.replaceAll(name, sign)
  return letters(text)
}
