/*
 * Runs in a world of its own inside the page: see ../in-page.ts.
 */

const elementsMax = 20_000
const namesMax = 5_000
const nameLengthMax = 200
const wholeShare = 0.5

/** The names rules can be found by. */
export function namesInPage() {
  const classes = new Set()
  const ids = new Set()
  let left = elementsMax
  for (const element of document.querySelectorAll('[class], [id]')) {
    if ((left -= 1) < 0 || classes.size > namesMax || ids.size > namesMax) break
    for (const name of element.classList) if (name.length <= nameLengthMax) classes.add(name)
    if (element.id && element.id.length <= nameLengthMax) ids.add(element.id)
  }
  return { classes: [...classes], ids: [...ids] }
}

/** Hides what the rules name, and lets the page be scrolled that a banner held. */
export function hidePopUps(css) {
  const sheet = sheetOf(css)
  if (found(sheet).length === 0) return
  if (isHeld(document.documentElement) || isHeld(document.body)) {
    sheet.insertRule('html, body { overflow: auto !important; }')
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Takes what the rules name out of the page, unless it is most of the page. */
export function removePopUps(css) {
  const elements = found(sheetOf(css))
  const most = textLength(document.body) * wholeShare
  for (const element of elements) {
    if (element !== document.body && (most === 0 || textLength(element) <= most)) element.remove()
  }
}

function sheetOf(css) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

function found(sheet) {
  const selectors = [...sheet.cssRules].map((rule) => rule.selectorText).filter(Boolean)
  return selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
}

const isHeld = (element) => element !== null && getComputedStyle(element).overflowY === 'hidden'

const textLength = (element) => element?.textContent?.length ?? 0
