import { render } from 'dom-serializer'
import { isTag, isText, type ChildNode, type Element, type ParentNode } from 'domhandler'
import { lazySources, lazySrcsets } from '#content/html/images.ts'
import { keptMedia } from '#content/html/main-content/kept-media.ts'
import { keepChildren } from '#content/html/keep-children.ts'
import { absoluteUrl } from '#content/html/page-url.ts'
import { largestOfSrcset } from '#content/html/srcset.ts'

/** Removes invisible elements: scripts, styles, metadata, templates, `<noscript>`, comments. */
export function dropUnseen(root: ParentNode): void {
  const stack: ParentNode[] = [root]
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    // Of most elements all children stay, and replacing them costs more than the check.
    if (!parent.children.every(isSeen)) keepChildren(parent, parent.children.flatMap(listSeen))
    for (const child of parent.children) if (isTag(child)) stack.push(child)
  }
}

const isSeen = (node: ChildNode): boolean =>
  isText(node) || (isTag(node) && !replacedTags.has(node.name))

const droppedTags = new Set('script style meta link base title noscript template'.split(' '))
const replacedTags = new Set([...droppedTags, 'svg', 'head'])

function listSeen(node: ChildNode): ChildNode[] {
  if (isText(node)) return [node]
  if (!isTag(node)) return []
  if (droppedTags.has(node.name)) return keptMedia(node)
  if (node.name === 'svg') return [keptMedia(node)[0] ?? node]
  // The parser keeps content between a malformed head and the body inside the head.
  return node.name === 'head' ? node.children.filter(isTag).flatMap(listSeen) : [node]
}

/**
 * Serialises nodes as cleaned HTML and modifies them: URLs absolute, `srcset` and lazy sources reduced to
 * one `src`, no event handlers and no script links.
 */
export function cleanHtml(nodes: readonly ChildNode[], baseUrl: string): string {
  tidyElements(nodes, baseUrl)
  return render([...nodes], { encodeEntities: 'utf8' }).trim()
}

/** Modifies nodes as `cleanHtml` does. */
export function tidyElements(nodes: readonly ChildNode[], baseUrl: string): void {
  const stack = [...nodes]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node)) continue
    // Present only when it holds the content of the page.
    if (node.name === 'noscript') node.name = 'div'
    if (node.name === 'script') asFormula(node)
    reduceImage(node)
    tidyAttributes(node, baseUrl)
    for (const child of node.children) if (isTag(child)) stack.push(child)
  }
}

/** Scripts are kept only for TeX formulas. */
function asFormula(script: Element): void {
  script.name = 'span'
  script.attribs = { class: 'math' }
}

function reduceImage({ name, attribs }: Element): void {
  if (name !== 'img') return
  const largest = ['srcset', ...lazySrcsets].map((attribute) =>
    largestOfSrcset(attribs[attribute] ?? ''),
  )
  const lazy = lazySources.map((attribute) => attribs[attribute])
  const isPlaceholder = attribs['src'] === undefined || /^\s*data:/i.test(attribs['src'])
  const source = largest.find(Boolean) ?? (isPlaceholder ? lazy.find(Boolean) : undefined)
  if (source) attribs['src'] = source
  for (const attribute of ['srcset', 'sizes', ...lazySources, ...lazySrcsets])
    delete attribs[attribute]
}

const urlAttributes = [
  'href',
  'src',
  'poster',
  'action',
  'cite',
  'data',
  'formaction',
  'background',
]

function tidyAttributes({ name, attribs }: Element, baseUrl: string): void {
  for (const attribute of Object.keys(attribs)) {
    if (attribute.startsWith('on')) delete attribs[attribute]
  }
  for (const attribute of urlAttributes) {
    const value = attribs[attribute]
    if (value === undefined) continue
    if (/^\s*javascript:/i.test(value)) delete attribs[attribute]
    else attribs[attribute] = absoluteUrl(value, baseUrl) ?? value
  }
  const { srcset } = attribs
  const largest = name === 'source' && srcset !== undefined ? largestOfSrcset(srcset) : undefined
  if (largest !== undefined) attribs['srcset'] = absoluteUrl(largest, baseUrl) ?? largest
}
