import { isTag, isText, type ChildNode } from 'domhandler'
import { oneLine } from '#content/html/walk.ts'
import { isVisible } from './visible.ts'

const nodesMax = 500
/** As long as the longest text of a result. */
const charsMax = 2_000

/** The visible text of these nodes in one line; of very large ones only the beginning. */
export function shortText(nodes: readonly ChildNode[]): string {
  const stack = nodes.slice(0, nodesMax).toReversed()
  let [text, left] = ['', nodesMax]
  for (let node = stack.pop(); node && text.length < charsMax && left-- > 0; node = stack.pop()) {
    if (isText(node)) text += node.data.slice(0, charsMax)
    else if (isTag(node) && isVisible(node)) {
      text += spaced.has(node.name) ? ' ' : ''
      stack.push(...node.children.slice(0, nodesMax).toReversed())
    }
  }
  return oneLine(text).slice(0, charsMax)
}

/** Elements before which a reader sees a gap. */
const spaced = new Set('br cite div h1 h2 h3 h4 h5 h6 li p span td th'.split(' '))
