import { Document, Element, Text, type ChildNode, type ParentNode } from 'domhandler'

/** Deeper elements become siblings, as in browsers, so that recursion over the tree is safe. */
const depthMax = 512

/** A node takes a few hundred bytes; this many fit into a worker's heap. */
const nodesMax = 400_000

/** A tree that is built from tags and texts in their order, within the limits of depth and size. */
export interface Tree {
  /** Says which attributes the next element may have (`marks.ts`). */
  readonly mark: (marks: number) => void
  readonly onopentag: (name: string, attributes: Record<string, string>) => void
  readonly onclosetag: () => void
  readonly ontext: (data: string) => void
  /** Open elements around the place that is reached. */
  readonly depth: () => number
  readonly isFull: () => boolean
  readonly end: () => Document
  /** All elements, in document order. */
  readonly elements: readonly Element[]
}

/**
 * Children of elements that are open stand one after the other in one list, from which an element gets its own when it is
 * closed: lists that grow take several times as much memory.
 */
export function createTree(): Tree {
  const waiting: ChildNode[] = []
  let count = 0
  const open: Element[] = []
  const elements: Element[] = []
  const starts: number[] = []
  const size = { nodes: 0, depth: 0, isInText: false }
  /** The last text, which continues when more of it comes. */
  let text: Text | undefined
  let marks: number | undefined
  const isFull = () => size.nodes > nodesMax
  const add = (node: ChildNode) => {
    waiting[count++] = node
  }
  const close = () => {
    const element = open.pop()
    const start = starts.pop()
    text = undefined
    if (!element || start === undefined || start === count) return
    adopt(element, waiting.slice(start, count))
    count = start
  }
  return {
    mark: (ofNext) => void (marks = ofNext),
    onopentag(name, attributes) {
      size.depth += 1
      size.nodes += 1
      size.isInText = false
      if (isFull()) return
      if (size.depth > depthMax) close()
      text = undefined
      const element = createElement(name, attributes, marks)
      marks = undefined
      add(element)
      elements.push(element)
      open.push(element)
      starts.push(count)
    },
    onclosetag() {
      size.depth -= 1
      size.isInText = false
      if (!isFull() && size.depth < depthMax) close()
    },
    ontext(data) {
      if (!size.isInText) size.nodes += 1
      size.isInText = true
      if (isFull()) return
      if (text) text.data += data
      else add((text = new Text(data)))
    },
    depth: () => size.depth,
    isFull,
    elements,
    end() {
      while (open.length > 0) close()
      const document = new Document([])
      adopt(document, waiting.slice(0, count))
      return document
    },
  }
}

function createElement(
  name: string,
  attributes: Record<string, string>,
  marks: number | undefined,
): Element {
  const element = new Element(name, attributes)
  if (marks !== undefined) element.marks = marks
  return element
}

function adopt(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children
  let previous: ChildNode | null = null
  for (let index = 0; index < children.length; index++) {
    const child = children[index] as ChildNode
    child.parent = parent
    child.prev = previous
    if (previous) previous.next = child
    previous = child
  }
}
