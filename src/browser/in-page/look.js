/*
 * Runs in a world of its own inside the page: see ../in-page.ts.
 */

const textLengthMax = 2_000
const unseen = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'TITLE', 'SVG', 'IFRAME'])

/** Says how far the page is. `growths` counts from the first look on: how often elements came. */
export function look() {
  const memory = (globalThis.weirMemory ??= watchGrowth())
  const text = document.body ? visibleText(document.body) : ''
  return {
    contentType: document.contentType,
    isParsed: document.readyState !== 'loading',
    textLength: text.length,
    images: document.images.length,
    hasScripts: document.scripts.length > 0,
    isBusy: saysBusy(text),
    growths: memory.growths,
  }
}

function watchGrowth() {
  const memory = { growths: 0 }
  const observer = new MutationObserver((records) => {
    if (records.some(isGrowth)) memory.growths += 1
  })
  observer.observe(document, { childList: true, subtree: true })
  return memory
}

/** A clock that ticks replaces a text; content comes as elements. */
function isGrowth({ addedNodes }) {
  for (const node of addedNodes) {
    if (node.nodeType === 1 && !unseen.has(node.nodeName.toUpperCase())) return true
  }
  return false
}

const framedLengthMax = 600
const noticeLengthMax = 120
const busyNotice =
  /\b(loading|please wait|one moment|just a moment|checking your browser|verifying|wird geladen|chargement|cargando|carregando|caricamento|загрузка)\b|加载中|読み込み中/i

function saysBusy(text) {
  if (text.length <= noticeLengthMax && busyNotice.test(`${document.title} ${text}`)) return true
  const busyElement = '[aria-busy="true"], [role="progressbar"]'
  return text.length <= framedLengthMax && document.querySelector(busyElement) !== null
}

/** Text that a reader sees, in the shadow of elements as well; only as much as matters. */
export function visibleText(root) {
  let text = ''
  const roots = [root]
  for (let top = roots.pop(); top && text.length < textLengthMax; top = roots.pop()) {
    if (top.shadowRoot) roots.push(top.shadowRoot)
    const walker = document.createTreeWalker(top, 5, refuseUnseen)
    for (
      let node = walker.nextNode();
      node && text.length < textLengthMax;
      node = walker.nextNode()
    ) {
      if (node.nodeType === 3) text += node.data.trim()
      else if (node.shadowRoot) roots.push(node.shadowRoot)
    }
  }
  return text
}

/** `NodeFilter.FILTER_REJECT` and `FILTER_ACCEPT`. */
function refuseUnseen(node) {
  return node.nodeType === 1 && unseen.has(node.nodeName.toUpperCase()) ? 2 : 1
}
