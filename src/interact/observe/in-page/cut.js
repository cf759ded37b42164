const name = 'data-weir-cut'
const styles = `[${name}], [${name}] * { visibility: hidden !important }
  [${name}]:is(option, optgroup), [${name}] :is(option, optgroup) { display: none !important }`
/** Text beside elements cannot be hidden alone. */
const bareTextMax = 20_000

/**
 * Hides what follows the first `nodesMax` nodes or `charsMax` characters of the document, and frames above `framesMax`, so that a snapshot
 * of it stays small. Layout stays as it is. Calls `change` for each attribute; returns the style sheet if something was hidden.
 */
export function hideRest({ nodesMax, charsMax, framesMax }, change) {
  const first = firstBeyond(nodesMax, charsMax)
  const frames = [...document.querySelectorAll('iframe, frame')].slice(framesMax)
  for (const frame of frames) change(frame, name, '')
  if (first) hideFrom(first, change)
  if (!first && frames.length === 0) return undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return sheet
}

export function showRest(sheet) {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
}

/** The first node that is too much, in the order of the document, open shadow trees included. */
function firstBeyond(nodesMax, charsMax) {
  let [nodes, chars] = [0, 0]
  for (let node = document.body; node; node = nextOf(node)) {
    nodes += 1
    chars += lengthOf(node)
    if (nodes > nodesMax || chars > charsMax) return node
  }
  return undefined
}

function lengthOf(node) {
  let length = (node.nodeValue ?? '').length
  for (const { value } of node.attributes ?? []) length += value.length
  return length
}

function nextOf(node) {
  const inside = node.shadowRoot?.firstChild ?? node.firstChild
  if (inside) return inside
  for (let at = node; at && at !== document.body; at = at.parentNode ?? at.host) {
    if (at.nextSibling) return at.nextSibling
    // After the shadow tree of an element comes what is in the element.
    if (at.host?.firstChild) return at.host.firstChild
  }
  return undefined
}

function hideFrom(node, change) {
  let element = node instanceof Element ? node : (node.parentElement ?? node.getRootNode().host)
  // Styles of the document do not reach into a shadow tree.
  while (element.getRootNode() !== document) element = element.getRootNode().host
  for (let at = element; at !== document.body; at = at.parentElement)
    if (textAfter(at) > bareTextMax) element = at.parentElement
  change(element, name, '')
  for (let at = element; at !== document.body; at = at.parentElement)
    for (let after = at.nextElementSibling; after; after = after.nextElementSibling)
      change(after, name, '')
}

/** Characters and nodes of text that follow an element beside it. */
function textAfter(element) {
  let length = 0
  for (let at = element.nextSibling; at && length <= bareTextMax; at = at.nextSibling)
    if (at instanceof Text) length += at.data.length + 1
  return length
}
