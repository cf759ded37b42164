import { hideRest, showRest } from './cut.js'

const native =
  'a[href], button, input, select, textarea, summary, option, label, html, body, head, head *'
const working =
  /^(button|link|checkbox|radio|switch|tab|option|combobox|listbox|textbox|searchbox|slider|spinbutton|treeitem|gridcell|menuitem(checkbox|radio)?)$/
const [elementsMax, marksMax, nameLengthMax] = [20_000, 400, 60]

/**
 * Gives elements that work without a role one: those that listen to input, and those with a pointer as cursor, and hides what is too much.
 * Returns what was changed, for `unmark`.
 */
export function mark(sizes, ...listening) {
  const listens = new Set(listening)
  const changes = []

  function change(element, name, value) {
    changes.push({ element, name, before: element.getAttribute(name) })
    element.setAttribute(name, value)
  }

  /** A container of working things stays a group: a button would hide what is in it. */
  function holdsOthers(element) {
    if (element.children.length > 3) return true
    if (element.querySelector('a[href], button, input, select, textarea, [onclick], [role]'))
      return true
    for (const other of listens) if (other !== element && element.contains(other)) return true
    return false
  }

  let looked = 0
  for (const element of elementsOf(document)) {
    if (++looked > elementsMax || changes.length > marksMax * 2) break
    if (element.matches(native) || element.closest('a[href], button, select')) continue
    if (working.test(element.getAttribute('role') ?? '')) continue
    const isEditable = element.isContentEditable && !element.parentElement?.isContentEditable
    if (!isEditable && !listens.has(element) && !hasPointer(element)) continue
    if (!isSeen(element)) continue
    change(element, 'role', isEditable ? 'textbox' : holdsOthers(element) ? 'group' : 'button')
    if (textOf(element) === '' && !element.hasAttribute('aria-label'))
      change(element, 'aria-label', nameOf(element))
  }
  const marks = changes.splice(0)
  const sheet = hideRest(sizes, change)
  return { changes: [...marks, ...changes], sheet }
}

export const hasHidden = ({ sheet }) => sheet !== undefined

/** Restores what `mark` changed. */
export function unmark({ changes, sheet }) {
  if (sheet) showRest(sheet)
  for (const { element, name, before } of changes.toReversed()) {
    if (before === null) element.removeAttribute(name)
    else element.setAttribute(name, before)
  }
}

function* elementsOf(root) {
  for (const element of root.querySelectorAll('*')) {
    yield element
    if (element.shadowRoot) yield* elementsOf(element.shadowRoot)
  }
}

const hasPointer = (element) =>
  getComputedStyle(element).cursor === 'pointer' &&
  (!element.parentElement || getComputedStyle(element.parentElement).cursor !== 'pointer')

const isSeen = (element) => {
  const { width, height } = element.getBoundingClientRect()
  return width >= 2 && height >= 2 && element.checkVisibility({ visibilityProperty: true })
}

const textOf = (element) => (element.innerText ?? element.textContent ?? '').trim()

/** What tells an element without text from its neighbours: its names, its colour, its position. */
function nameOf(element) {
  const { backgroundColor, fill } = getComputedStyle(element)
  const { x, y } = element.getBoundingClientRect()
  const isClear = /^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)
  const colour = element instanceof SVGElement ? fill : isClear ? '' : backgroundColor
  const name =
    element.getAttribute('title') || element.id || element.classList[0] || element.localName
  return [name, colour, `at ${Math.round(x)},${Math.round(y)}`]
    .filter(Boolean)
    .join(' ')
    .slice(0, nameLengthMax)
}
