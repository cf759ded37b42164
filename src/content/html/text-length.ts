import { isTag, isText, type ChildNode, type ParentNode } from 'domhandler'
import { unseenTags } from './walk.ts'

/**
 * Whether a reader sees more than so many characters below a node, with every run of white space counted as one. Reads
 * no further than it has to.
 */
export function isLongerThan(root: ParentNode, lengthMax: number): boolean {
  const counted: Counted = { length: 0, owesSpace: false }
  const stack: ChildNode[] = root.children.toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) {
      count(node.data, counted, lengthMax)
      if (counted.length > lengthMax) return true
    } else if (isTag(node) && !unseenTags.has(node.name)) {
      counted.owesSpace = true
      for (let child = node.children.length - 1; child >= 0; child -= 1) {
        const next = node.children[child]
        if (next) stack.push(next)
      }
    }
  }
  return false
}

interface Counted {
  length: number
  /** White space counts when something stands behind it. */
  owesSpace: boolean
}

function count(text: string, counted: Counted, lengthMax: number): void {
  for (let at = 0; at < text.length && counted.length <= lengthMax; at += 1) {
    if (isWhiteSpace(text.charCodeAt(at))) counted.owesSpace = true
    else {
      counted.length += counted.owesSpace && counted.length > 0 ? 2 : 1
      counted.owesSpace = false
    }
  }
}

const isWhiteSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  (code >= 0xa0 && /\s/.test(String.fromCharCode(code)))
