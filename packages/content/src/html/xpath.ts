import { createRequire } from 'node:module'
import {
  isComment,
  isTag,
  isText,
  type AnyNode,
  type Document,
  type Element,
  type ParentNode,
} from 'domhandler'
import { ReadError } from '#base/read-error.ts'

/** What is used of the evaluator. Its own types would add those of browsers to the whole program. */
interface Evaluator {
  readonly evaluateXPathToNodes: (expression: string, root: View, facade: object) => View[]
}

/** The expression of a selector that is XPath: one that begins with `xpath:`, `/` or `(`. CSS selectors begin otherwise. */
export function readXPath(selector: string): string | undefined {
  const text = selector.trim()
  if (/^xpath1?:/.test(text)) return text.slice(text.indexOf(':') + 1).trim()
  return /^\(*\.?\//.test(text) ? text : undefined
}

/** A node as the evaluator expects it. */
interface View {
  /** Of attributes. */
  readonly name?: string
  readonly value?: string
  readonly nodeType: number
  readonly localName: string
  readonly nodeName: string
  readonly namespaceURI: null
  readonly prefix: null
  readonly data: string
  readonly parentNode: View | null
  readonly childNodes: readonly View[]
  readonly attributes: readonly View[]
  readonly index: number
  readonly element: Element | undefined
}

const types = { element: 1, attribute: 2, text: 3, comment: 8, document: 9 } as const

/** Finds elements by XPath. `step` is called for each visited node and may throw. */
export function createFindByXPath(step: () => void) {
  const roots = new WeakMap<ParentNode, View>()
  const facade = countingFacade(step)

  return function findByXPath(
    within: Document | Element,
    expression: string,
    path: readonly (string | number)[],
  ): Element[] {
    const root = roots.get(within) ?? makeView(within)
    roots.set(within, root)
    // Loaded with the first expression, since few pages are read with one.
    const { evaluateXPathToNodes } = createRequire(import.meta.url)('fontoxpath') as Evaluator
    const find = (wanted: string) =>
      evaluate(wanted, path, () => evaluateXPathToNodes(wanted, root, facade))
    let found = find(expression)
    // Browsers show a body in each table, and paths that are copied from them name it.
    if (found.length === 0) {
      const bodiless = expression.replaceAll(/\/tbody(?:\[1\])?(?=\/)/g, '')
      if (bodiless !== expression) found = find(bodiless)
    }
    const elements = new Set(found.flatMap((node) => readElement(node) ?? []))
    return [...elements]
  }
}

/** An attribute or a text stands for its element. */
const readElement = ({ element, parentNode }: View): Element | undefined =>
  element ?? parentNode?.element

function evaluate<Result>(
  expression: string,
  path: readonly (string | number)[],
  work: () => Result,
): Result {
  try {
    return work()
  } catch (cause) {
    // The evaluator gives its own errors a code: those of a wrong expression, and of one that returns no nodes.
    const isWrong = cause instanceof Error && /XP|XT|FO|nodes/.test(cause.message)
    if (!isWrong) throw cause
    const message = `"${expression.slice(0, 100)}" is not an XPath expression that finds elements.`
    throw new ReadError('BAD_REQUEST', message, {
      cause,
      details: [{ code: 'custom', path, message }],
    })
  }
}

/** The same tree with the members that XPath needs. Made by a loop, since pages may be nested deeply. */
function makeView(root: Document | Element): View {
  const first = makeNode(root, null, 0)
  const open: { readonly node: AnyNode; readonly view: View }[] = [{ node: root, view: first }]
  for (let last = open.pop(); last; last = open.pop()) {
    if (!('children' in last.node)) continue
    const children = last.view.childNodes as View[]
    for (const child of last.node.children) {
      if (!isTag(child) && !isText(child) && !isComment(child)) continue
      const view = makeNode(child, last.view, children.length)
      children.push(view)
      open.push({ node: child, view })
    }
  }
  return first
}

function makeNode(node: AnyNode, parentNode: View | null, index: number): View {
  const name = isTag(node) ? node.name : ''
  const made: View = {
    nodeType: readType(node),
    localName: name,
    nodeName: name,
    namespaceURI: null,
    prefix: null,
    data: isText(node) || isComment(node) ? node.data : '',
    parentNode,
    childNodes: [],
    attributes: [],
    index,
    element: isTag(node) ? node : undefined,
  }
  return made
}

function readType(node: AnyNode): number {
  if (isTag(node)) return types.element
  if (isText(node)) return types.text
  return isComment(node) ? types.comment : types.document
}

function listAttributes(view: View): readonly View[] {
  const known = view.attributes as View[]
  const entries = Object.entries(view.element?.attribs ?? {})
  if (known.length === entries.length) return known
  for (const [name, value] of entries)
    known.push({
      ...view,
      nodeType: types.attribute,
      localName: name,
      nodeName: name,
      name,
      value,
      data: value,
      parentNode: view,
      childNodes: [],
      attributes: [],
      index: known.length,
      element: undefined,
    })
  return known
}

function countingFacade(step: () => void): object {
  return {
    getAllAttributes: (view: View) => (step(), listAttributes(view)),
    getAttribute: ({ element }: View, name: string) => (
      step(),
      element && Object.hasOwn(element.attribs, name) ? (element.attribs[name] ?? null) : null
    ),
    getChildNodes: ({ childNodes }: View) => (step(), childNodes),
    getData: ({ data }: View) => (step(), data),
    getFirstChild: ({ childNodes }: View) => (step(), childNodes[0] ?? null),
    getLastChild: ({ childNodes }: View) => (step(), childNodes.at(-1) ?? null),
    getNextSibling: ({ parentNode, index }: View) => (
      step(),
      parentNode?.childNodes[index + 1] ?? null
    ),
    getPreviousSibling: ({ parentNode, index }: View) => (
      step(),
      index > 0 ? (parentNode?.childNodes[index - 1] ?? null) : null
    ),
    getParentNode: ({ parentNode }: View) => (step(), parentNode),
  }
}
