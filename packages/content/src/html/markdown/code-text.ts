import { isTag, isText, type ChildNode, type Element, type Text } from 'domhandler'

/** Source text of a code element: highlighter lines joined, line numbers and copy buttons removed. */
export function codeText(element: Element): string {
  const [only] = element.children
  if (only && element.children.length === 1 && isText(only))
    return isBetweenCells(only) ? '' : plain(only.data)
  const state: CodeLines = { parts: [], length: 0, endsLine: true, owesLine: false }
  const stack: (ChildNode | { readonly endOf: Element; readonly start: number })[] = []
  const pushChildren = (parent: { readonly children: readonly ChildNode[] }): void => {
    for (let child = parent.children.length - 1; child >= 0; child -= 1) {
      const next = parent.children[child]
      if (next) stack.push(next)
    }
  }
  pushChildren(element)
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('endOf' in node) endRow(state, node.start)
    else if (isText(node)) {
      if (!isBetweenCells(node)) addText(state, node.data)
    } else if (isTag(node)) {
      if (node.name === 'br') addText(state, '\n')
      else if (!isDecoration(node)) {
        if (isRow(node)) {
          startRow(state, node)
          stack.push({ endOf: node, start: state.length })
        }
        pushChildren(node)
      }
    } else if ('children' in node) pushChildren(node)
  }
  return state.parts.join('')
}

interface CodeLines {
  readonly parts: string[]
  length: number
  /** Whether the next text starts a line. */
  endsLine: boolean
  /** A row has ended; its line break is written unless one follows in the text. */
  owesLine: boolean
}

function addText(state: CodeLines, data: string): void {
  if (data === '') return
  const text = plain(data)
  if (state.owesLine && !text.startsWith('\n')) push(state, '\n')
  state.owesLine = false
  push(state, text)
}

function push(state: CodeLines, text: string): void {
  state.parts.push(text)
  state.length += text.length
  state.endsLine = text.endsWith('\n')
}

const isBetweenCells = ({ parent }: Text): boolean =>
  parent !== null && isTag(parent) && /^(?:table|tbody|tr)$/.test(parent.name)

const plain = (data: string): string =>
  data.includes('\r') || data.includes('\u00A0')
    ? data.replaceAll(/\r\n?/g, '\n').replaceAll('\u00A0', ' ')
    : data

function startRow(state: CodeLines, { name }: Element): void {
  const isInLine = name !== 'span' && !state.endsLine
  if (state.owesLine || isInLine) push(state, '\n')
  state.owesLine = false
}

function endRow(state: CodeLines, start: number): void {
  state.owesLine = state.owesLine || state.length === start || !state.endsLine
}

const rowTags = new Set(['div', 'p', 'li', 'tr', 'pre'])

const isRow = ({ name, attribs }: Element): boolean =>
  rowTags.has(name) ||
  (name === 'span' && /(?:^|\s)(?:line|code-line|view-line)(?:\s|$)/.test(attribs['class'] ?? ''))

const skippedTags = new Set(['button', 'script', 'style', 'svg', 'template', 'select', 'input'])

/** Line numbers and copy buttons. */
const decoration =
  /(?:^|\s)(?:(?:rouge-)?gutter|linenos?|linenodiv|line-?numbers?|line-numbers-rows|lineno|hljs-ln-numbers|blob-num|crayon-nums?|crayon-nums-content|CodeMirror-linenumber|CodeMirror-gutter-wrapper|cm-gutters|linenumber|lnt|ln|copy-?btn|btn-?copy|copy-button|copy-code-button|clipboard-copy)(?:\s|$)/i

function isDecoration({ name, attribs }: Element): boolean {
  if (skippedTags.has(name)) return true
  const classes = attribs['class']
  if (classes === undefined || name === 'pre' || name === 'code') {
    return name === 'pre' && /(?:^|\s)lineno/.test(classes ?? '')
  }
  return decoration.test(classes)
}

/** Whether a cell of a table holds line numbers. */
export const isLineNumbers = (element: Element): boolean =>
  decoration.test(element.attribs['class'] ?? '') ||
  element.attribs['data-line-number'] !== undefined
