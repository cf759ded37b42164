import type { CDPSession, Page } from 'playwright-core'
import { ServiceError } from '#kernel/errors.ts'
import { withScriptTimeout } from './script-timeout.ts'
import type { BlockedUrls } from './ads/blocked-urls.ts'
import type { NamesInPage, PopUpRules } from './ads/pop-up-rules.ts'
import type { OpenedPage } from './browsers.ts'
import { evaluate, readScript } from './in-page.ts'

/** Blocks advertisements, trackers and cookie banners (`blockAds`, docs/api/scrape.md). */
export interface AdBlocker {
  /** Call it before the navigation to `url`, which is never blocked itself. */
  attach(opened: Pick<OpenedPage, 'page' | 'requests'>, url: string): Promise<BannerBlocker>
}

/** Handles the banners of one page. */
export interface BannerBlocker {
  /** Hides the banners, so that they do not cover the page. */
  hide(): Promise<void>
  /** Removes the banners from the document. */
  remove(): Promise<void>
}

/**
 * Requests are blocked inside the browser, without a round trip to this process, except for frames. Lists are read on first use;
 * `folder` caches the compiled rules.
 */
export function createAdBlocker({ folder }: { readonly folder?: string | undefined }): AdBlocker {
  const popUps = readScript('pop-ups')
  let lists: Promise<Lists> | undefined

  async function applyRules(page: Page, session: CDPSession, verb: 'hide' | 'remove') {
    try {
      const naming = evaluate<NamesInPage>(session, `${popUps} return namesInPage()`)
      const { rules } = await (lists ??= loadLists(folder))
      const css = await rules.styleFor(page.url(), await withScriptTimeout(naming))
      await withScriptTimeout(evaluate(session, `${popUps} ${verb}PopUps(${JSON.stringify(css)})`))
    } catch (thrown) {
      // A page with banners is better than no page: it may have navigated meanwhile.
      if (thrown instanceof ServiceError) throw thrown
    }
  }

  return {
    async attach({ page, requests }, url) {
      const { urls } = await (lists ??= loadLists(folder))
      const session = await page.context().newCDPSession(page)
      await Promise.all([
        // Another session buffers response bodies already.
        session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
        session.send('Network.setBlockedURLs', { urls: urls.patternsFor(url) }),
        blockFrames({ requests }, { session, url, urls }),
      ])
      return {
        hide: () => applyRules(page, session, 'hide'),
        remove: () => applyRules(page, session, 'remove'),
      }
    },
  }
}

interface Lists {
  readonly urls: BlockedUrls
  readonly rules: PopUpRules
}

/** The lists and their engine take 30 MB, so they are loaded only to render pages. */
async function loadLists(folder: string | undefined): Promise<Lists> {
  const [{ createBlockedUrls }, { createPopUpRules }] = await Promise.all([
    import('./ads/blocked-urls.ts'),
    import('./ads/pop-up-rules.ts'),
  ])
  return { urls: createBlockedUrls(), rules: createPopUpRules(folder) }
}

async function blockFrames(
  { requests }: Pick<OpenedPage, 'requests'>,
  { session, url, urls }: { session: CDPSession; url: string; urls: BlockedUrls },
): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree')
  await requests.intercept({ resourceType: 'Document' }, (request) => {
    const isFrame = request.resourceType === 'Document' && request.frameId !== frameTree.frame.id
    return isFrame && urls.isBlockedFrame(request.url, url) ? 'blocked' : undefined
  })
}
