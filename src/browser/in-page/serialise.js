/*
 * Runs in a world of its own inside the page, together with look.js: see ../in-page.ts.
 */
import { visibleText } from './look.js'

const framesMax = 20
const levelsMax = 2

/**
 * Writes the document as HTML the way a reader sees it: the trees in the shadow of elements take the place of their
 * children, frames of the same origin carry their document in `srcdoc`, and `<noscript>`, which nobody is shown, is
 * left out. Answers no HTML when it is longer than `lengthMax`.
 */
export function serialise(lengthMax) {
  const root = document.documentElement
  const doctype = document.doctype ? `<!DOCTYPE ${document.doctype.name}>` : ''
  const html = root ? doctype + copyWithFrames(root, 0).outerHTML : ''
  return {
    html: html.length > lengthMax ? undefined : html,
    contentType: document.contentType,
    textLength: document.body ? visibleText(document.body).length : 0,
  }
}

function copyWithFrames(root, level) {
  const copy = copyOf(root)
  if (level === levelsMax) return copy
  const frames = root.querySelectorAll('iframe, frame')
  const copies = copy.querySelectorAll('iframe, frame')
  // Frames in the shadow of an element cannot be told apart.
  if (frames.length !== copies.length) return copy
  for (let index = 0; index < Math.min(frames.length, framesMax); index += 1) {
    const inner = documentOf(frames[index])
    if (inner) copies[index].setAttribute('srcdoc', withBase(inner, level + 1).outerHTML)
  }
  return copy
}

/** References in the copy mean the same as in the frame. */
function withBase(root, level) {
  const copy = copyWithFrames(root, level)
  const base = copy.ownerDocument.createElement('base')
  base.setAttribute('href', root.baseURI)
  copy.querySelector('head')?.prepend(base)
  return copy
}

function documentOf(frame) {
  try {
    const inner = frame.contentDocument
    return inner && isContent(inner, frame) ? inner.documentElement : undefined
  } catch {
    return undefined
  }
}

/** Error pages and files are no content. A frame that has not loaded has an empty document. */
function isContent(inner, frame) {
  if (inner.URL === 'about:blank' && /^https?:/.test(frame.src)) return false
  const [navigation] = inner.defaultView?.performance.getEntriesByType('navigation') ?? []
  return /html/.test(inner.contentType) && !(navigation?.responseStatus >= 400)
}

/** The copy belongs to a document where nothing comes alive or loads. */
function copyOf(root) {
  const inert = document.implementation.createHTMLDocument('')
  const copy = hasShadows(root) ? composed(root, inert) : inert.importNode(root, true)
  for (const notice of copy.querySelectorAll('noscript')) notice.remove()
  return copy
}

function hasShadows(root) {
  const walker = document.createTreeWalker(root, 1)
  for (let node = root; node; node = walker.nextNode()) if (node.shadowRoot) return true
  return false
}

function composed(root, inert) {
  const top = inert.importNode(root, false)
  const stack = [[root, top]]
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    const [source, copy] = pair
    for (const child of (source.shadowRoot ?? source).childNodes) {
      for (const shown of shownFor(child)) {
        // A template keeps its children in a fragment, which only a deep copy takes along.
        const isWhole = shown.nodeName === 'TEMPLATE'
        const shownCopy = inert.importNode(shown, isWhole)
        copy.append(shownCopy)
        if (shown.nodeType === 1 && !isWhole) stack.push([shown, shownCopy])
      }
    }
  }
  return top
}

/** A slot shows what was put into it. */
function shownFor(node) {
  if (node.nodeName !== 'SLOT') return [node]
  const nodes = node.assignedNodes({ flatten: true })
  return nodes.length > 0 ? nodes : node.childNodes
}
