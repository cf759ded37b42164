import { oneLine } from '#base/one-line.ts'
import { Element, Text } from 'domhandler'
import { texOfMathMl } from '#content/html/markdown/mathml.ts'
import type { Glyph } from '#documents/pdf/page-glyphs.ts'
import type { StructureElement } from '#documents/pdf/structure-elements.ts'
import { around } from './boxes.ts'
import type { Formula } from './find-formulas.ts'

/**
 * The formulas that the structure tree of a page marks, with the TeX of their description or of their MathML elements.
 * Formulas without either, such as those described in words, are left to `findFormulas`.
 */
export function taggedFormulas(
  elements: readonly StructureElement[],
  glyphs: readonly Glyph[],
): Formula[] {
  const ofContent = Map.groupBy(glyphs, ({ mcid }) => mcid)
  return elements.flatMap((element): Formula[] => {
    const own = listContent(element).flatMap((mcid) => ofContent.get(mcid) ?? [])
    const tex = readTex(element.description) ?? texOfElements(element, ofContent)
    if (own.length === 0 || tex === undefined) return []
    const largest = own.reduce((one, other) => (other.fontSize > one.fontSize ? other : one))
    return [{ ...around(own), tex, y: largest.y, size: largest.fontSize, glyphs: own }]
  })
}

const listContent = ({ children }: StructureElement): number[] =>
  children.flatMap((child) => (typeof child === 'number' ? [child] : listContent(child)))

const delimiters: readonly (readonly [start: string, end: string])[] = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ...['math', 'displaymath', 'equation', 'equation*'].map(
    (name) => [`\\begin{${name}}`, `\\end{${name}}`] as const,
  ),
]

/** A description that is TeX, without its delimiters; undefined for words. */
function readTex(description: string): string | undefined {
  const text = oneLine(description)
  const pair = delimiters.find(
    ([start, end]) =>
      text.startsWith(start) && text.endsWith(end) && text.length > start.length + end.length,
  )
  if (pair) return text.slice(pair[0].length, -pair[1].length).trim()
  return /\\[a-zA-Z]|[\^_]\S/.test(text) ? text : undefined
}

/** TeX of the MathML elements of a formula (PDF 2.0); undefined when there are none. */
function texOfElements(
  element: StructureElement,
  ofContent: ReadonlyMap<number, readonly Glyph[]>,
): string | undefined {
  const math = element.children.find(
    (child): child is StructureElement => typeof child !== 'number' && child.type === 'math',
  )
  if (!math) return undefined
  const readText = (mcid: number) =>
    (ofContent.get(mcid) ?? [])
      .map(({ text, startsWord }, at) => (startsWord && at > 0 ? ` ${text}` : text))
      .join('')
  const toMathMl = ({ type, children }: StructureElement): Element =>
    new Element(
      type,
      {},
      children.map((child) =>
        typeof child === 'number' ? new Text(readText(child)) : toMathMl(child),
      ),
    )
  return texOfMathMl(toMathMl(math)) || undefined
}
