import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { getElementsByTagName } from 'domutils'
import type { Handler } from './handler.ts'
import { readText } from '#content/html/walk.ts'
import { texOfMathMl } from './mathml.ts'

/** Formulas: the embedded TeX (KaTeX, MathJax, MediaWiki), else TeX made from the MathML. */
export const math: Handler = {
  enter: (element, writer) => {
    if (isPreview(element)) return false
    const tex = readTex(element)
    if (tex === undefined) return true
    writeTex(tex, isDisplay(element), writer)
    return false
  },
}

/** `<script type="math/tex">`, as MathJax reads it. */
export const mathScript: Handler = {
  enter: (element, writer) => {
    const type = element.attribs['type'] ?? ''
    if (type.startsWith('math/tex'))
      writeTex(readText(element, { lengthMax: texLengthMax }).trim(), /display/.test(type), writer)
    return false
  },
}

/** Elements that contain a formula and its rendering, of which one is written. */
export function isMathContainer({ name, attribs }: Element): boolean {
  if (name === 'mjx-container') return true
  const classes = attribs['class']
  if (
    attribs['data-math'] !== undefined ||
    attribs['data-tex'] !== undefined ||
    attribs['data-latex'] !== undefined ||
    attribs['data-math-style'] !== undefined
  )
    return true
  if (classes === undefined || !/katex|mwe-|MathJax|formula/.test(classes)) return false
  if (attribs['data-value'] !== undefined && editorClass.test(classes)) return true
  return /(?:^|\s)(?:katex(?:-display)?|mwe-math-element|MathJax(?:_\w+)?)(?:\s|$)/.test(classes)
}

/** Siblings searched for the script of a MathJax rendering. */
const siblingsMax = 3

/** MathJax 2 places its rendering before the source script. */
export function isPreview({ attribs, next }: Element): boolean {
  if (!attribs['class']?.includes('MathJax')) return false
  let sibling = next
  for (let count = 0; sibling && count < siblingsMax; count += 1) {
    if (isTag(sibling) && isMathScript(sibling)) return true
    sibling = sibling.next
  }
  return false
}

const isMathScript = ({ name, attribs }: Element): boolean =>
  name === 'script' && (attribs['type'] ?? '').startsWith('math/tex')

/** A table in which LaTeXML lays out a formula with its number, or several ones. */
export const isEquationTable = ({ name, attribs }: Element): boolean =>
  name === 'table' && /(?:^|\s)ltx_(?:equation|equationgroup)(?:\s|$)/.test(attribs['class'] ?? '')

/** One formula for each row, with its number as its tag. */
export const equationTable: Handler = {
  enter: (table, writer) => {
    if (writer.isCell || writer.title) return true
    for (const row of getElementsByTagName('tr', table, true, rowsMax)) {
      const cells = getElementsByTagName('td', row.children, false, cellsMax)
      const parts = cells.flatMap((cell) => getElementsByTagName('math', cell, true, cellsMax))
      const tex = parts.flatMap((part) => readTex(part) ?? []).join(' ')
      const number = cells.find(({ attribs }) => attribs['class']?.includes('eqno'))
      const tag = number
        ? readText(number, { lengthMax: tagLengthMax }).replaceAll(/[\s()]/g, '')
        : ''
      writeTex(tag === '' ? tex : `${tex} \\tag{${tag}}`, true, writer)
    }
    return false
  },
}

const rowsMax = 1_000
const cellsMax = 100
const tagLengthMax = 30

export function writeTex(
  tex: string,
  isDisplay: boolean,
  writer: Parameters<Handler['enter']>[1],
): void {
  if (tex === '') return
  const line = tex.replaceAll(/\s+/g, ' ')
  if (!isDisplay || writer.isCell || writer.title) {
    writer.inline.raw(`$${writer.isCell ? line.replaceAll('|', '\\|') : line}$`)
    return
  }
  writer.boundary()
  writer.blocks.write(`$$\n${tex.replaceAll(/\n\s*\n/g, '\n')}\n$$`)
}

const texLengthMax = 10_000

/** Limit of nodes searched in a formula. */
const nodesMax = 1000

function readTex(element: Element): string | undefined {
  let plain: Element | undefined
  const stack: ChildNode[] = [element]
  for (let count = 0; count < nodesMax; count += 1) {
    const node = stack.pop()
    if (!node) break
    if (!isTag(node)) continue
    if (node.name === 'math') plain ??= node
    const tex = annotation(node)
    if (tex !== undefined && tex !== '') return tex
    for (let child = node.children.length - 1; child >= 0; child -= 1) {
      const next = node.children[child]
      if (next && !isText(next)) stack.push(next)
    }
  }
  return plain && texOfMathMl(plain)
}

/** Attributes in which renderers keep the source of a formula. */
const sources = ['data-math', 'data-tex', 'data-latex', 'data-formula', 'data-expr']
/** The same of editors, in attributes with other meanings elsewhere. */
const editorClass = /(?:^|\s)(?:ql-formula|math-tex|formula)(?:\s|$)/

function annotation(element: Element): string | undefined {
  const { name, attribs } = element
  if (name === 'annotation' && /tex/i.test(attribs['encoding'] ?? ''))
    return readText(element, { lengthMax: texLengthMax }).trim()
  if (name === 'math' && attribs['alttext'] !== undefined) return attribs['alttext'].trim()
  for (const attribute of sources) {
    const source = attribs[attribute]?.trim()
    if (source !== undefined && source !== '' && source !== 'true') return source
  }
  if (attribs['data-math-style'] !== undefined)
    return readText(element, { lengthMax: texLengthMax }).trim()
  const value = attribs['data-value']
  return value !== undefined && editorClass.test(attribs['class'] ?? '') ? value : undefined
}

function isDisplay(element: Element): boolean {
  const { attribs, parent } = element
  return (
    attribs['display'] === 'block' ||
    attribs['display'] === 'true' ||
    attribs['data-math-style'] === 'display' ||
    /katex-display|math-display|MathJax_Display/.test(attribs['class'] ?? '') ||
    (parent !== null && isTag(parent) && /katex-display/.test(parent.attribs['class'] ?? ''))
  )
}
