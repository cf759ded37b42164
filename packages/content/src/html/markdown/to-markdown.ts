import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { listElements } from '#content/html/walk.ts'
import { marksFor, mayHave } from '#content/html/marks.ts'
import { isHidden } from '#content/html/styles/element-style.ts'
import { chooseHandler } from './elements.ts'
import { createFootnotes } from './footnotes.ts'
import { findCodeLabels, findLineNumbers } from './code-labels.ts'
import { writeSidenotes } from './sidenotes.ts'
import type { Handler } from './handler.ts'
import { createWriter, type MarkdownOptions, type Writer } from './writer.ts'

/**
 * Writes nodes as GitHub Flavored Markdown that renders to the same headings, lists, tables, links and
 * code. One pass in time linear in the size of the page, without recursion into its depth.
 */
export function toMarkdown(nodes: readonly ChildNode[], options: MarkdownOptions): string {
  const elements = elementsIn(nodes)
  const writer = createWriter(options, walk, { footnotes: createFootnotes(elements) })
  for (const { code, label, language } of findCodeLabels(elements)) {
    writer.languages.set(code, language)
    writer.skipped.add(label)
  }
  for (const numbers of findLineNumbers(elements)) writer.skipped.add(numbers)
  walk(nodes, writer)
  writer.boundary()
  writeSidenotes(writer, walk)
  writer.boundary()
  return writer.blocks.take()
}

/** Nodes and all elements below them, in document order. */
const elementsIn = (nodes: readonly ChildNode[]): readonly Element[] =>
  nodes.flatMap((node) => (isTag(node) ? [node, ...listElements(node)] : []))

const hiding = marksFor('hidden', 'style')

interface Level {
  readonly children: readonly ChildNode[]
  next: number
  readonly element: Element | undefined
  readonly handler: Handler | undefined
}

function walk(nodes: readonly ChildNode[], writer: Writer): void {
  const levels: Level[] = [{ children: nodes, next: 0, element: undefined, handler: undefined }]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const node = level.children[level.next]
    level.next += 1
    if (node === undefined) {
      levels.pop()
      if (level.element) level.handler?.leave?.(level.element, writer)
    } else if (isText(node)) {
      writer.text(node.data)
    } else if (isTag(node)) {
      if (
        (mayHave(node, hiding) && isHidden(node)) ||
        (writer.skipped.size > 0 && writer.skipped.has(node))
      )
        continue
      const handler = chooseHandler(node)
      if (handler && !handler.enter(node, writer)) continue
      levels.push({ children: node.children, next: 0, element: node, handler })
    } else if ('children' in node) {
      levels.push({ children: node.children, next: 0, element: undefined, handler: undefined })
    }
  }
}
