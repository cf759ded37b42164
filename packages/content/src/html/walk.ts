import { isTag, isText, type ChildNode, type Element, type ParentNode } from 'domhandler'
import { codeAt } from './code-at.ts'
import { singleSpaced } from './white-space.ts'

/** All elements below a node, in document order, without recursion. */
export function listElements(root: ParentNode): readonly Element[] {
  const elements: Element[] = []
  const stack: ParentNode[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node !== root && isTag(node)) elements.push(node)
    const { children } = node
    for (let child = children.length - 1; child >= 0; child -= 1) {
      const next = children[child]
      if (next && isTag(next)) stack.push(next)
    }
  }
  return elements
}

interface TextOptions {
  /** Elements with these names are skipped. */
  readonly except?: ReadonlySet<string>
  /** Further elements whose text is left out. */
  readonly isLeftOut?: (element: Element) => boolean
  /** Reading stops after about this many characters. */
  readonly lengthMax?: number
}

/** The text below a node, as written. */
export function readText(root: ParentNode, options: TextOptions = {}): string {
  const { except = nothing, isLeftOut = never, lengthMax = Infinity } = options
  const stack: ChildNode[] = root.children.toReversed()
  const parts: string[] = []
  let length = 0
  for (let node = stack.pop(); node !== undefined && length < lengthMax; node = stack.pop()) {
    if (isText(node)) {
      parts.push(node.data.slice(0, lengthMax))
      length += node.data.length
    } else if (isTag(node) && !except.has(node.name) && !isLeftOut(node)) {
      parts.push(' ')
      for (let child = node.children.length - 1; child >= 0; child -= 1) {
        const next = node.children[child]
        if (next) stack.push(next)
      }
    }
  }
  return parts.join('')
}

const nothing: ReadonlySet<string> = new Set()
const never = () => false

/** Elements with invisible text. */
export const unseenTags: ReadonlySet<string> = new Set(
  'script style template noscript head title svg object select textarea'.split(' '),
)

/** Collapses runs of white space to one space. */
export const oneLine = (text: string): string =>
  isShortLine(text) ? text : singleSpaced(text).trim()

/** For longer texts the search by a regular expression is faster. */
const shortLengthMax = 48

/** Whether a short text is plainly one line already, as most are. */
function isShortLine(text: string): boolean {
  const { length } = text
  if (length > shortLengthMax) return false
  let last = space
  for (let index = 0; index < length; index++) {
    const code = codeAt(text, index)
    if (code < space || code >= noBreakSpace || (code === space && last === space)) return false
    last = code
  }
  return last !== space || length === 0
}

const [space, noBreakSpace] = [0x20, 0xa0]
