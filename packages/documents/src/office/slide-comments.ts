import { escapeText } from '#base/html-text.ts'
import { isTag, type Element } from 'domhandler'
import { oneLine, readText } from '#content/html/walk.ts'
import type { Block } from './office-document.ts'
import { elementsIn, localName, pathFrom, readRelations } from './relations.ts'
import type { Package } from './zip.ts'

/** A noncharacter before a comment, because the converter leaves comments out. */
const mark = '\uFDD6'
const treeEnd = '</p:spTree>'

/** Writes the comments of a slide as its last text. Undefined when it has none; `lose` is called for those that have no place. */
export function withSlideComments(
  part: Buffer,
  file: Package,
  { path, lose }: { readonly path: string; readonly lose: (what: string) => void },
): Buffer | undefined {
  if (!file.names.some((name) => name.startsWith('ppt/comments/'))) return undefined
  const comments = readComments(file, path)
  if (comments.length === 0) return undefined
  const xml = part.toString('utf8')
  const end = xml.lastIndexOf(treeEnd)
  if (end === -1) {
    lose('Comments were left out')
    return undefined
  }
  const paragraphs = comments.map(
    (text) => `<a:p><a:r><a:t>${escapeText(mark + text)}</a:t></a:r></a:p>`,
  )
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="1" name=""/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs.join('')}</p:txBody></p:sp>`
  return Buffer.from(xml.slice(0, end) + shape + xml.slice(end))
}

/** Comments and their answers, with their authors. */
function readComments(file: Package, slide: string): string[] {
  const parts = [...readRelations(file, slide, '/comments').values()]
  const authors = new Map(
    ['ppt/commentAuthors.xml', 'ppt/authors.xml']
      .flatMap((path) => [...elementsIn(file, path)])
      .map(({ attribs }) => [attribs['id'], oneLine(attribs['name'] ?? '')]),
  )
  return parts
    .flatMap((target) => [...elementsIn(file, pathFrom('ppt/slides', target))])
    .filter((element) => ['cm', 'reply'].includes(localName(element)))
    .flatMap((element) => {
      const text = oneLine(
        listTexts(element)
          .map((one) => readText(one))
          .join(' '),
      )
      const author = authors.get(element.attribs['authorId']) ?? ''
      return text === '' ? [] : [author === '' ? text : `${author}: ${text}`]
    })
}

const listTexts = ({ children }: Element) =>
  children.filter(
    (child): child is Element => isTag(child) && ['text', 'txBody'].includes(localName(child)),
  )

/** Makes quotations of the marked texts. */
export const quoteComments = (blocks: readonly Block[]): readonly Block[] =>
  blocks.map((block) => {
    const [first, ...rest] = block.content ?? []
    if (!first?.text?.startsWith(mark)) return block
    const content = [{ ...first, text: first.text.slice(mark.length) }, ...rest]
    return { kind: 'blockQuote', blocks: [{ ...block, content }] }
  })
