/**
 * Keeps the keyboard focus when the focused element is removed or disabled: by a closed dialog, a changed view, or a button that is
 * busy. Browsers would give it to the body, so that keyboard users start again at the top of the page.
 */

/** The element that had the focus last. */
let last: HTMLElement | undefined
/** For elements in a dialog: what had the focus before the dialog opened. */
const openers = new WeakMap<Element, HTMLElement>()

const isGone = (element: HTMLElement) => !element.isConnected || element.matches(':disabled')
/** Whether no other element has the focus. */
const isFree = () => [null, document.body, last].includes(document.activeElement as HTMLElement)

addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return
  const dialog = target.closest('dialog')
  if (dialog && last && !dialog.contains(last) && !openers.has(dialog)) openers.set(dialog, last)
  last = target
})
// A click beside all elements takes the focus away on purpose.
addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Element && last && !target.contains(last)) last = undefined
})

/** Where the focus goes instead of an element that was removed. */
function findSuccessor(element: HTMLElement): HTMLElement | null {
  const dialog = element.closest('dialog')
  const opener = dialog && openers.get(dialog)
  if (opener?.isConnected) return opener
  return (
    document.querySelector<HTMLElement>('dialog[open] button') ??
    document.querySelector<HTMLElement>('[autofocus]') ??
    document.querySelector<HTMLElement>('h1')
  )
}

let lost = false

function restore(): void {
  if (!last || !isFree()) return
  if (!last.isConnected) {
    last = findSuccessor(last) ?? last
    lost = true
  }
  if (!last || isGone(last)) lost = true
  else if (lost) {
    lost = false
    last.focus({ preventScroll: true })
  }
}

new MutationObserver(restore).observe(document, {
  subtree: true,
  childList: true,
  attributeFilter: ['disabled'],
})
