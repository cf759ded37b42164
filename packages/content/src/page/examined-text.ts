import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler'
import type { ExaminedText } from '#content/content.ts'
import { isHidden } from '#content/html/styles/element-style.ts'
import { readText } from '#content/html/walk.ts'

/** Characters that are examined of one page. */
const examinedLengthMax = 2_000_000

const styleLengthMax = 500_000

const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const unseen = new Set(['template', 'noscript', 'object', 'noframes'])
const attributeNames = [
  'alt',
  'title',
  'aria-label',
  'aria-description',
  'content',
  'placeholder',
  'value',
  'summary',
]

/** Styles with which an element is there and cannot be seen. */
const hidingStyle =
  /(?:font-size|max-height|max-width|opacity)\s{0,3}:\s{0,3}0(?:\.0\d{0,3})?(?:px|em|rem|%|pt)?\s{0,3}(?:;|!|$)|font-size\s{0,3}:\s{0,3}[01](?:\.\d{1,3})?px|(?:left|top|text-indent|margin-left)\s{0,3}:\s{0,3}-\d{4,6}px|(?<![\w-])color\s{0,3}:\s{0,3}(?:transparent|white|#fff(?:fff)?\b|rgba\([^)]{0,20},\s{0,3}0\))|clip\s{0,3}:\s{0,3}rect\(0|clip-path\s{0,3}:\s{0,3}inset\((?:50|100)%/i
/** `.name { display: none }` */
const hidingRule =
  /[.#]([\w-]{1,64})\s{0,8}\{[^{}]{0,400}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0\s{0,3}[;}])/gi

interface Visit {
  readonly node: ChildNode
  readonly isSeen: boolean
}

/** A parsed page. */
interface ParsedPage {
  readonly document: Document
  /** All elements of the document. */
  readonly elements: readonly Element[]
  /** As it was received: the document has no comments. */
  readonly source: string
}

/** Reads the texts of a whole page in one walk. */
export function examinedText({ document, elements, source }: ParsedPage): ExaminedText {
  const texts: { visible: string[]; hidden: string[] } = { visible: [], hidden: [] }
  let length = 0
  const put = (text: string, isSeen: boolean) => {
    length += text.length
    if (length <= examinedLengthMax) texts[isSeen ? 'visible' : 'hidden'].push(text)
  }
  const hidingNames = findHidingNames(elements)
  const stack: Visit[] = document.children.toReversed().map((node) => ({ node, isSeen: true }))
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node, isSeen } = visit
    if (isText(node)) put(node.data, isSeen)
    if (!isTag(node) || node.name === 'style' || isProgram(node)) continue
    for (const name of attributeNames) {
      const value = node.attribs[name]
      if (value !== undefined && value !== '') put(`${value}\n`, false)
    }
    if (!inline.has(node.name)) put('\n', isSeen)
    const isChildSeen = isSeen && isSeenElement(node, hidingNames)
    if (isChildSeen !== isSeen) put('\n', false)
    for (const child of node.children.toReversed()) stack.push({ node: child, isSeen: isChildSeen })
  }
  for (const comment of listComments(source)) put(`${comment}\n`, false)
  const isCut = length > examinedLengthMax
  return { isCut, visible: texts.visible.join(''), hidden: texts.hidden.join('') }
}

function* listComments(source: string): Generator<string> {
  for (let start = source.indexOf('<!--'); start !== -1;) {
    const end = source.indexOf('-->', start + 4)
    if (end === -1) return
    yield source.slice(start + 4, end)
    start = source.indexOf('<!--', end)
  }
}

/** Ids and classes that a style sheet of the page hides by a rule of their own. */
function findHidingNames(elements: readonly Element[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const element of elements) {
    if (element.name !== 'style') continue
    const rules = readText(element, { lengthMax: styleLengthMax }).matchAll(hidingRule)
    for (const [, name = ''] of rules) names.add(name)
  }
  return names
}

/** Data of scripts may reach a model as facts of the page; programs do not. */
const isProgram = ({ name, attribs }: Element) =>
  name === 'script' && !/json/i.test(attribs['type'] ?? '')

function isSeenElement(element: Element, hidingNames: ReadonlySet<string>): boolean {
  const { name, attribs } = element
  if (unseen.has(name) || name === 'script' || isHidden(element)) return false
  if (hidingStyle.test(attribs['style'] ?? '')) return false
  if (hidingNames.size === 0) return true
  const names = [attribs['id'] ?? '', ...(attribs['class'] ?? '').split(/\s+/)]
  return !names.some((one) => hidingNames.has(one))
}
