import { createInPage } from '#browser/in-page.ts'
import type { PageCapabilities } from '#browser/render.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import { ActionError, actionError } from './action-error.ts'
import type { Action, ActionResults } from './action.ts'
import { createPerformAction, type Stage } from './perform.ts'
import { collectResults } from './results.ts'
import { endScript } from './run-script.ts'

/** Time limit of an action, except writing and waiting, which take as long as requested. */
const stepMsMax = 30_000

/**
 * Runs actions one after the other and collects their results (docs/api/scrape.md). Fails with
 * `SCRAPE_ACTION_ERROR`, which names the action, or the reason of the signal.
 */
export function createRunActions(
  capabilities: Pick<PageCapabilities, 'takeScreenshot'>,
): PageCapabilities['runActions'] {
  const getInPage = createInPage()
  const perform = createPerformAction(capabilities)

  return async function runActions(page, actions, signal): Promise<ActionResults> {
    const session = await page.context().newCDPSession(page)
    const collected = collectResults()
    const stage = { page, session, inPage: getInPage(session), collected }
    try {
      for (const [index, action] of actions.entries()) {
        await bounded(action, { ...stage, signal }).catch((thrown: unknown) => {
          if (signal.aborted) throw signal.reason
          throw actionError(thrown, action, index)
        })
      }
      const { screenshots, scrapes, javascriptReturns, pdfs } = collected
      return { screenshots, scrapes, javascriptReturns, pdfs }
    } finally {
      // Detaching fails if the page is closed, which needs no handling.
      session.detach().catch(() => {})
    }
  }

  async function bounded(action: Action, stage: Stage): Promise<void> {
    if (action.type === 'write' || action.type === 'wait') {
      return orAborted(perform(action, stage), stage.signal)
    }
    const limit = AbortSignal.timeout(stepMsMax)
    const signal = AbortSignal.any([stage.signal, limit])
    try {
      return await orAborted(perform(action, { ...stage, signal }), signal)
    } catch (thrown) {
      if (signal.aborted) endScript(stage.session)
      if (!limit.aborted) throw thrown
      const message = `It takes longer than ${stepMsMax / 1_000} seconds.`
      throw new ActionError('TIMED_OUT', message, { cause: thrown })
    }
  }
}
