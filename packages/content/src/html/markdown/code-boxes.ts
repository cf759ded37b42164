import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { parseDeclarations, valueOf } from '#content/html/styles/declarations.ts'
import { codeLanguage } from './code-language.ts'

/** Class names of editors and highlighters around lines of code. */
const editor =
  /(?:^|\s)(?:CodeMirror-code|cm-editor|cm-content|view-lines|ace_text-layer|crayon-pre|code-?block|code-?box|code-?snippet)(?:\s|$)/i

const highlighted = /(?:^|\s)(?:language|lang)-[\w+#-]/

/** Whether an element without `<pre>` holds lines of code: its class or its style says so, and nothing in it is text of another kind. */
export function isCodeBox(element: Element): boolean {
  const { name, attribs } = element
  const { class: classes, style } = attribs
  if (name !== 'div' || (classes === undefined && style === undefined)) return false
  const isNamed = classes !== undefined && mayNameCode(classes)
  // Texts that are wrapped are rather messages than code.
  if (!isNamed && readWhiteSpace(style) !== 'pre') return false
  if (isNamed && !editor.test(classes) && codeLanguage(element) === '') return false
  return holdsLines(element)
}

/** Whether class names may be those of code. */
export const mayNameCode = (classes: string): boolean =>
  editor.test(classes) || highlighted.test(classes)

/** How a style treats white space: `pre` and values that begin so keep the lines of a text. */
export const readWhiteSpace = (style: string | undefined): string =>
  style?.includes('white-space') ? (valueOf(parseDeclarations(style), 'white-space') ?? '') : ''

const otherTags = new Set(
  'code p h1 h2 h3 h4 h5 h6 ul ol dl table img figure blockquote'.split(' '),
)
const nodesMax = 300

/** Whether an element holds only lines: text with line breaks, or one element for each. */
function holdsLines(element: Element): boolean {
  const stack: ChildNode[] = [...element.children]
  let lines = 0
  for (let count = 0; count < nodesMax; count += 1) {
    const node = stack.pop()
    if (!node) break
    if (isText(node)) lines += node.data.trim().includes('\n') ? 1 : 0
    if (!isTag(node)) continue
    if (otherTags.has(node.name)) return false
    if (node.name === 'pre' && !/CodeMirror-line/.test(node.attribs['class'] ?? '')) return false
    if (lineTags.has(node.name)) lines += 1
    stack.push(...node.children.slice(0, nodesMax))
  }
  return lines > 0
}

const lineTags = new Set(['div', 'br', 'pre'])
