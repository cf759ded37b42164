import type { Element } from 'domhandler'
import { marksFor, mayHave } from '#content/html/marks.ts'
import { isStruck } from '#content/html/styles/element-style.ts'
import { callout, calloutKind } from './callouts.ts'
import { isCodeBox } from './code-boxes.ts'
import { codeSpan, preformatted } from './code.ts'
import { emphasis, strike, strong } from './emphasis.ts'
import { noted, onlyLink, writeMark } from './footnotes.ts'
import type { Handler } from './handler.ts'
import { frame, image } from './images.ts'
import { media } from './media.ts'
import { link } from './links.ts'
import { definition, list, listItem, quote } from './lists.ts'
import { equationTable, isEquationTable, isMathContainer, math, mathScript } from './math.ts'
import { table } from './tables.ts'
import { isSidenote, isSidenoteNumber, sidenote, sidenoteNumber } from './sidenotes.ts'
import { isQuestion } from './questions.ts'
import { heading, label } from './titles.ts'
import type { Writer } from './writer.ts'

/** Handler of an element; undefined for elements without Markdown of their own. */
export function chooseHandler(element: Element): Handler | undefined {
  if (!mayHave(element, telling) && element.name !== 'mjx-container')
    return handlers.get(element.name)
  if (isMathContainer(element)) return math
  if (isEquationTable(element)) return equationTable
  if (calloutKind(element) !== undefined) return callout
  if (isCodeBox(element)) return preformatted
  if (isSidenote(element)) return sidenote
  if (isSidenoteNumber(element)) return sidenoteNumber
  if (readTaskBox(element) !== undefined) return taskBox
  const handler = handlers.get(element.name)
  return isStruck(element) ? struck(handler) : handler
}

/** Without any of these attributes, the name of an element alone says how it is written. */
const telling = marksFor('class', 'style', 'role', 'written')

/** Writes an element that its style strikes out. */
const struck = (handler: Handler | undefined): Handler => ({
  enter: (element, writer) => {
    writer.inline.open(strike)
    if (!handler || handler.enter(element, writer)) return true
    writer.inline.close(strike)
    return false
  },
  leave: (element, writer) => {
    handler?.leave?.(element, writer)
    writer.inline.close(strike)
  },
})

const block: Handler = {
  enter: (_, { boundary }) => {
    boundary()
    return true
  },
  leave: (_, { boundary }) => boundary(),
}

const nothing: Handler = { enter: () => false }

const marked = (bit: number): Handler => ({
  enter: (_, { inline }) => {
    inline.open(bit)
    return true
  },
  leave: (_, { inline }) => inline.close(bit),
})

/** Headings are bold already. */
const bold: Handler = {
  enter: (_, { inline, title }) => {
    if (title?.kind !== 'heading') inline.open(strong)
    return true
  },
  leave: (_, { inline, title }) => {
    if (title?.kind !== 'heading') inline.close(strong)
  },
}

const between = (before: string, after: string): Handler => ({
  enter: (_, { inline }) => {
    inline.text(before)
    return true
  },
  leave: (_, { inline }) => inline.text(after),
})

const lineBreak: Handler = {
  enter: (_, { inline }) => {
    inline.lineBreak()
    return false
  },
}

const rule: Handler = {
  enter: (_, { boundary, blocks, isCell, title }) => {
    boundary()
    if (!isCell && !title && !blocks.isItemStart()) blocks.write('---')
    return false
  },
}

/** Markdown has no subscript and superscript; GitHub renders the tags. */
const script = (tag: 'sub' | 'sup'): Handler => ({
  enter: (element, writer) => {
    const { inline } = writer
    const mark = tag === 'sup' ? onlyLink(element) : undefined
    if (mark && writeMark(mark, writer)) return false
    inline.raw(`<${tag}>`)
    return true
  },
  leave: (_, { inline }) => inline.closeRaw(`<${tag}>`, `</${tag}>`),
})

/** Controls are not content, but headings, terms, column titles and the questions above answers are often buttons. */
const button: Handler = {
  enter: (element, writer) =>
    writer.title !== undefined || (isQuestion(element) && label.enter(element, writer)),
  leave: (element, writer) => {
    if (isQuestion(element)) label.leave?.(element, writer)
  },
}

const input: Handler = {
  enter: ({ attribs }, writer) => {
    if (attribs['type'] === 'checkbox') writeBox(attribs['checked'] !== undefined, writer)
    return false
  },
}

/** A checkbox at the start of an item is a task; elsewhere it is a control. */
function writeBox(isOn: boolean, writer: Writer): void {
  const { inline, blocks } = writer
  if (!blocks.isItemStart() || inline.length() > 0) return
  inline.raw(isOn ? '[x]' : '[ ]')
  inline.text(' ')
  writer.taskLength = inline.length()
}

const ticked =
  /(?:^|\s)(?:check-?box|task|todo|to-do)[\w-]{0,20}[-_](?:(on|checked|done)|off|unchecked|open)(?:\s|$)/i

/** Whether an empty element is drawn as the box of a task, and is ticked. */
function readTaskBox({ attribs, children }: Element): 'on' | 'off' | undefined {
  if (children.length > 0) return undefined
  if (attribs['role'] === 'checkbox' && attribs['aria-checked'] !== undefined)
    return attribs['aria-checked'] === 'true' ? 'on' : 'off'
  const found = ticked.exec(attribs['class'] ?? '')
  return found ? (found[1] === undefined ? 'off' : 'on') : undefined
}

const taskBox: Handler = {
  enter: (element, writer) => {
    writeBox(readTaskBox(element) === 'on', writer)
    return false
  },
}

/** A term; the mark of a note is written with the note. */
const term: Handler = {
  ...label,
  enter: (element, writer) => !writer.footnotes.isMark(element) && label.enter(element, writer),
}

const cellOfLayout: Handler = {
  enter: (_, { boundary, isCell, inline }) => {
    if (isCell) inline.text(' ')
    else boundary()
    return true
  },
  leave: (_, { boundary, isCell, inline }) => {
    if (isCell) inline.text(' ')
    else boundary()
  },
}

const rows: readonly (readonly [names: string, handler: Handler])[] = [
  ['h1 h2 h3 h4 h5 h6', heading],
  ['summary', label],
  ['dt', term],
  [
    'address article body center details dl fieldset figcaption figure footer form header hgroup html ' +
      // A `<noscript>` is there only when it holds the content of the page.
      'legend main nav search section tbody tfoot thead tr caption option optgroup noscript',
    block,
  ],
  ['p div aside', noted(block)],
  ['td th', cellOfLayout],
  ['ul ol menu dir', list],
  ['li', listItem],
  ['dd', noted(definition)],
  ['video audio', media],
  ['table', noted(table)],
  ['pre listing xmp', preformatted],
  ['code kbd samp tt', codeSpan],
  ['blockquote', quote],
  ['a', link],
  ['img', image],
  ['iframe', frame],
  ['b strong', bold],
  ['i em', marked(emphasis)],
  ['del s strike', marked(strike)],
  ['sub', script('sub')],
  ['sup', script('sup')],
  ['q', between('“', '”')],
  ['rt', between('(', ')')],
  ['br', lineBreak],
  ['hr', rule],
  ['math', math],
  ['script', mathScript],
  ['button', button],
  ['input', input],
  [
    'style template svg head title object embed canvas map datalist dialog select textarea rp ' +
      'progress meter link meta base param source track frame frameset colgroup col',
    nothing,
  ],
]

const handlers: ReadonlyMap<string, Handler> = new Map(
  rows.flatMap(([names, handler]) => names.split(' ').map((name) => [name, handler] as const)),
)
