import type { Locator, Page } from 'playwright-core'
import { ActionFailure } from './action-failure.ts'

/** Steps act on pages that have settled: what is not there soon is not going to be. */
const foundMsMax = 5_000
/** An element that covers another, or moves, may go away. */
const actionableMs = 2_000
const clickedMax = 500

/** CSS and nothing else, through the open shadow trees of the page. */
function elementsOf(page: Page, selector: string): Locator {
  return page.locator(`css=${selector}`)
}

/** The first element for a selector, waited for a while. Fails with `ELEMENT_NOT_FOUND`. */
export async function findElement(page: Page, selector: string): Promise<Locator> {
  const element = elementsOf(page, selector).first()
  await element.waitFor({ state: 'attached', timeout: foundMsMax }).catch((thrown: unknown) => {
    if (!isTimeout(thrown)) throw thrown
    const message = 'No element of the page matches this selector.'
    throw new ActionFailure('ELEMENT_NOT_FOUND', message, { cause: thrown })
  })
  return element
}

/** Clicks the way a reader does; what a reader could not click is clicked by its document. */
export async function click(page: Page, selector: string): Promise<void> {
  const element = await findElement(page, selector)
  await element.click({ timeout: actionableMs }).catch(async (thrown: unknown) => {
    if (!isTimeout(thrown)) throw thrown
    await element.dispatchEvent('click', undefined, { timeout: actionableMs })
  })
}

/** Clicks every element there is now; those that an earlier click takes away are passed over. */
export async function clickAll(page: Page, selector: string): Promise<void> {
  const elements = await elementsOf(page, selector).elementHandles()
  for (const element of elements.slice(0, clickedMax)) {
    const canBeSeen = await element.isVisible().catch(() => false)
    const clicked = canBeSeen
      ? element.click({ timeout: actionableMs })
      : element.dispatchEvent('click')
    await clicked.catch(() => element.dispatchEvent('click')).catch(() => {})
  }
}

/** Waits until an element can be seen; one that nobody ever sees, such as a script, only has to be there. */
export async function waitForElement(
  page: Page,
  selector: string,
  givesUpMs: number,
): Promise<void> {
  const element = elementsOf(page, selector).first()
  try {
    await element.waitFor({ state: 'attached', timeout: givesUpMs })
    if ((await elementsOf(page, neverSeen).and(element).count()) > 0) return
    await element.waitFor({ state: 'visible', timeout: givesUpMs })
  } catch (thrown) {
    if (!isTimeout(thrown)) throw thrown
    const message = `No element that can be seen matches this selector within ${givesUpMs / 1_000} seconds.`
    throw new ActionFailure('ELEMENT_NOT_FOUND', message, { cause: thrown })
  }
}

const neverSeen =
  ':is(head, head *, script, style, template, meta, link, noscript, datalist, option, source, track, input[type=hidden])'

const isTimeout = (thrown: unknown) => thrown instanceof Error && thrown.name === 'TimeoutError'
