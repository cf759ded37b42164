import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import type { Handler } from './handler.ts'
import { textContent } from 'domutils'

/** Formulas that carry their TeX: MathML with an annotation, KaTeX, MathJax, MediaWiki. Others are written as text. */
export const math: Handler = {
  enter: (element, writer) => {
    const tex = texOf(element)
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
      writeTex(textContent(element).trim(), /display/.test(type), writer)
    return false
  },
}

/** Elements around a formula and its rendering, which would repeat it. */
export function isMathContainer({ attribs }: Element): boolean {
  const classes = attribs['class']
  if (!classes?.includes('katex') && !classes?.includes('mwe-')) return false
  return /(?:^|\s)(?:katex(?:-display)?|mwe-math-element)(?:\s|$)/.test(classes)
}

function writeTex(tex: string, isDisplay: boolean, writer: Parameters<Handler['enter']>[1]): void {
  if (tex === '') return
  const line = tex.replaceAll(/\s+/g, ' ')
  if (!isDisplay || writer.isCell || writer.title) {
    writer.inline.raw(`$${writer.isCell ? line.replaceAll('|', '\\|') : line}$`)
    return
  }
  writer.boundary()
  writer.blocks.write(`$$\n${tex.replaceAll(/\n\s*\n/g, '\n')}\n$$`)
}

/** Formulas are small; what is larger is not searched to its end. */
const nodesMax = 1000

function texOf(element: Element): string | undefined {
  const stack: ChildNode[] = [element]
  for (let count = 0; count < nodesMax; count += 1) {
    const node = stack.pop()
    if (!node) return undefined
    if (!isTag(node)) continue
    const tex = annotation(node)
    if (tex !== undefined && tex !== '') return tex
    for (let child = node.children.length - 1; child >= 0; child -= 1) {
      const next = node.children[child]
      if (next && !isText(next)) stack.push(next)
    }
  }
  return undefined
}

function annotation(element: Element): string | undefined {
  const { name, attribs } = element
  if (name === 'annotation' && /tex/i.test(attribs['encoding'] ?? ''))
    return textContent(element).trim()
  return name === 'math' ? attribs['alttext']?.trim() : undefined
}

function isDisplay(element: Element): boolean {
  const { attribs, parent } = element
  return (
    attribs['display'] === 'block' ||
    /katex-display|math-display/.test(attribs['class'] ?? '') ||
    (parent !== null && isTag(parent) && /katex-display/.test(parent.attribs['class'] ?? ''))
  )
}
