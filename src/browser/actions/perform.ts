import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { evaluate, htmlLengthMax, readScript, type InPage } from '#browser/in-page.ts'
import type { PageCapabilities } from '#browser/render.ts'
import { ActionError } from './action-error.ts'
import type { Action } from './action.ts'
import { click, clickAll, findElement, waitForElement } from './elements.ts'
import { keyName } from './keys.ts'
import { throughPageChange } from './page-change.ts'
import type { Collected } from './results.ts'
import { runScript } from './run-script.ts'

/** Time limit of a wait for a selector (docs/api/scrape.md). */
const selectorMsMax = 30_000
/** Content that is loaded on scrolling is requested within this time. */
const scrollPauseMs = 150

/** The page of an action, and where its results go. */
export interface Stage {
  readonly page: Page
  readonly session: CDPSession
  readonly inPage: InPage
  readonly collected: Collected
  readonly signal: AbortSignal
}

/** Implementations of the actions. */
export function createPerformAction({ takeScreenshot }: Pick<PageCapabilities, 'takeScreenshot'>) {
  const scroll = readScript('scroll')

  return async function perform(action: Action, stage: Stage): Promise<void> {
    const { page, collected, signal } = stage
    const through = (act: () => Promise<void>) => throughPageChange(page, act, signal)
    switch (action.type) {
      case 'wait':
        if (action.selector === undefined) return sleep(action.milliseconds, undefined, { signal })
        return waitForElement(page, action.selector, selectorMsMax)
      case 'screenshot':
        return collected.addScreenshot(await takeScreenshot(page, action, signal))
      case 'click':
        return through(() => (action.all ? clickAll : click)(page, action.selector))
      case 'write':
        return page.keyboard.type(action.text)
      case 'press':
        return through(() => page.keyboard.press(keyName(action.key)))
      case 'scroll':
        await scrollPage(action, stage)
        return sleep(scrollPauseMs, undefined, { signal })
      case 'scrape':
        return addScrape(stage)
      case 'executeJavascript':
        return through(() => addReturn(action.script, stage))
      case 'pdf':
      case 'generatePDF':
        return collected.addPdf(await print(action, page))
    }
  }

  async function scrollPage(
    { direction, selector }: Extract<Action, { type: 'scroll' }>,
    { page, session }: Stage,
  ): Promise<void> {
    const way = JSON.stringify(direction)
    if (selector === undefined) return evaluate(session, `${scroll} return scroll(${way})`)
    const element = await findElement(page, selector)
    const isFound = await evaluate<boolean>(
      session,
      `${scroll} return scrollElement(${way}, ${JSON.stringify(selector)})`,
    )
    // In a shadow tree, which our own script does not search.
    if (!isFound) await element.scrollIntoViewIfNeeded()
  }
}

async function addScrape({ page, inPage, collected }: Stage): Promise<void> {
  const { html } = await inPage.write(htmlLengthMax)
  if (html !== undefined) return collected.addScrape({ url: page.url(), html })
  throw new ActionError('RESULT_TOO_LARGE', 'The document is larger than 50 MB.')
}

async function addReturn(script: string, { session, collected }: Stage): Promise<void> {
  const { type, value, length } = await runScript(session, script)
  collected.addReturn({ type, value }, length)
}

function print(
  { format, landscape, scale }: Extract<Action, { type: 'pdf' | 'generatePDF' }>,
  page: Page,
): Promise<Uint8Array> {
  return page.pdf({ format, landscape, scale, printBackground: true })
}
