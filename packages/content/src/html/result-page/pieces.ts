import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { shortText } from './short-text.ts'
import { isVisible } from './visible.ts'

const nodesMax = 2_000
const inlineNodesMax = 300

const blocks = new Set(
  'address article aside blockquote cite dd div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header li main nav ol p pre section table tbody td tfoot th thead time tr ul'.split(
    ' ',
  ),
)

/**
 * Texts below these nodes as a reader tells them apart: blocks, and inline elements that stand beside each other without text in
 * between. `skipped` is left out.
 */
export function listPieces(nodes: readonly ChildNode[], skipped?: Element): string[] {
  const pieces: string[] = []
  let left = nodesMax
  const add = (run: readonly ChildNode[]) => {
    const text = shortText(run)
    if (/[\p{L}\p{N}]/u.test(text)) pieces.push(text)
  }
  const read = (children: readonly ChildNode[]) => {
    let run: ChildNode[] = []
    const flush = () => {
      const elements = run.filter(isTag)
      const hasText = run.some((node) => isText(node) && /[\p{L}\p{N}]/u.test(node.data))
      if (hasText || run.length === 0) add(run)
      else for (const element of elements) splitInline(element)
      run = []
    }
    for (const node of children.slice(0, nodesMax)) {
      if (left-- <= 0) return
      if (node === skipped || (isTag(node) && !isVisible(node)) || isBreak(node)) flush()
      else if (isTag(node) && (blocks.has(node.name) || holdsBlock(node, skipped))) {
        flush()
        read(node.children)
      } else run.push(node)
    }
    flush()
  }
  const splitInline = (element: Element) => {
    const children = element.children.slice(0, nodesMax)
    const parts = children.filter((node) => isTag(node))
    const hasText = children.some((node) => isText(node) && /\S/.test(node.data))
    if (hasText || parts.length < 2) add([element])
    else read(children)
  }
  read(nodes)
  return pieces
}

const isBreak = (node: ChildNode) => isTag(node) && node.name === 'br'

function holdsBlock(element: Element, skipped: Element | undefined): boolean {
  const stack = element.children.slice(0, inlineNodesMax)
  let left = inlineNodesMax
  for (let node = stack.pop(); node && left-- > 0; node = stack.pop()) {
    if (node === skipped) return true
    if (!isTag(node)) continue
    if (blocks.has(node.name) || node.name === 'br') return true
    stack.push(...node.children.slice(0, inlineNodesMax))
  }
  return false
}
