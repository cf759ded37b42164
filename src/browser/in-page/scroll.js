/*
 * Runs in a world of its own inside the page: see ../in-page.ts.
 */

/** Scrolls the page, or what scrolls in its place, by what can be seen at once. */
export function scroll(direction) {
  move(mainScroller(), direction)
}

/** Scrolls within an element; one that has nothing to scroll is brought into view. False when there is none. */
export function scrollElement(direction, selector) {
  const element = document.querySelector(selector)
  if (element && scrolls(element)) move(element, direction)
  else element?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return element !== null
}

function move(target, direction) {
  const heightPx = target === document.scrollingElement ? innerHeight : target.clientHeight
  target.scrollBy({ top: direction === 'up' ? -heightPx : heightPx, behavior: 'instant' })
}

function mainScroller() {
  const page = document.scrollingElement ?? document.documentElement
  if (page.scrollHeight > innerHeight + 1) return page
  let node = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  while (node && !scrolls(node)) node = node.parentElement
  return node ?? page
}

function scrolls(element) {
  if (element === document.scrollingElement) return true
  if (element.scrollHeight <= element.clientHeight + 1) return false
  return /^(auto|scroll|overlay)$/.test(getComputedStyle(element).overflowY)
}
