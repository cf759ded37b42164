import { strong } from './emphasis.ts'
import type { Handler } from './handler.ts'
import type { Writer } from './writer.ts'

/** `<h1>` to `<h6>`: always one line. In a table cell it is bold text. */
export const heading: Handler = {
  enter: (element, writer) => {
    if (writer.isCell) return label.enter(element, writer)
    endTitle(writer)
    writer.boundary()
    writer.title = { kind: 'heading', level: Number(element.name.slice(1)) }
    return true
  },
  leave: (element, writer) => {
    if (writer.isCell) label.leave?.(element, writer)
    else endTitle(writer)
  },
}

/** A separate bold line: the summary of details, the term of a definition. */
export const label: Handler = {
  enter: (_, writer) => {
    if (writer.title) return true
    writer.boundary()
    writer.title = { kind: 'label' }
    writer.inline.open(strong)
    return true
  },
  leave: (_, writer) => {
    if (writer.title?.kind !== 'label') return
    writer.inline.close(strong)
    writer.title = undefined
    writer.boundary()
  },
}

function endTitle(writer: Writer): void {
  const { title, inline, links, blocks } = writer
  if (!title) return
  if (title.kind === 'label') inline.close(strong)
  writer.title = undefined
  if (title.kind === 'label') {
    writer.boundary()
    return
  }
  links.endPart(true)
  const text = inline.take(0, 'line').replace(/(^|\s)(#+)$/, '$1\\$2')
  if (text !== '') blocks.write(`${'#'.repeat(title.level)} ${text}`)
}
