import type { Locator, Page } from 'playwright-core'
import { ActionError } from './action-error.ts'

/** Actions run after the page is idle: elements that do not appear soon will not appear. */
const foundMsMax = 5_000
/** An element that covers another, or moves, may disappear. */
const actionableMs = 2_000
const clickedMax = 500

/** CSS selectors only, including open shadow trees. */
function locateElements(page: Page, selector: string): Locator {
  return page.locator(`css=${selector}`)
}

/** Returns the first element that matches, waiting for a while. Fails with `ELEMENT_NOT_FOUND`. */
export async function findElement(page: Page, selector: string): Promise<Locator> {
  const element = locateElements(page, selector).first()
  await element.waitFor({ state: 'attached', timeout: foundMsMax }).catch((thrown: unknown) => {
    if (!isTimeout(thrown)) throw thrown
    const message = 'No element of the page matches this selector.'
    throw new ActionError('ELEMENT_NOT_FOUND', message, { cause: thrown })
  })
  return element
}

/** Clicks like a user; an element that a user could not click gets a click event. */
export async function click(page: Page, selector: string): Promise<void> {
  const element = await findElement(page, selector)
  await element.click({ timeout: actionableMs }).catch(async (thrown: unknown) => {
    if (!isTimeout(thrown)) throw thrown
    await element.dispatchEvent('click', undefined, { timeout: actionableMs })
  })
}

/** Clicks every element that matches now; elements that an earlier click removes are skipped. */
export async function clickAll(page: Page, selector: string): Promise<void> {
  const elements = await locateElements(page, selector).elementHandles()
  for (const element of elements.slice(0, clickedMax)) {
    const canBeSeen = await element.isVisible().catch(() => false)
    const clicked = canBeSeen
      ? element.click({ timeout: actionableMs })
      : element.dispatchEvent('click')
    await clicked.catch(() => element.dispatchEvent('click')).catch(() => {})
  }
}

/** Waits until an element is visible; elements that are never visible, such as scripts, only need to exist. */
export async function waitForElement(
  page: Page,
  selector: string,
  givesUpMs: number,
): Promise<void> {
  const element = locateElements(page, selector).first()
  try {
    await element.waitFor({ state: 'attached', timeout: givesUpMs })
    if ((await locateElements(page, neverSeen).and(element).count()) > 0) return
    await element.waitFor({ state: 'visible', timeout: givesUpMs })
  } catch (thrown) {
    if (!isTimeout(thrown)) throw thrown
    const message = `No element that can be seen matches this selector within ${givesUpMs / 1_000} seconds.`
    throw new ActionError('ELEMENT_NOT_FOUND', message, { cause: thrown })
  }
}

const neverSeen =
  ':is(head, head *, script, style, template, meta, link, noscript, datalist, option, source, track, input[type=hidden])'

const isTimeout = (thrown: unknown) => thrown instanceof Error && thrown.name === 'TimeoutError'
