import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { ServiceError } from '#kernel/errors.ts'
import type { Image, ScreenshotOptions } from './actions/action.ts'
import { deskViewport } from './context-setting.ts'
import { evaluate, readScript } from './in-page.ts'
import { orAborted } from '#kernel/or-aborted.ts'

/** Maximum side that the browser can draw; beyond it, it repeats the content. */
const sidePxMax = 16_384
/** Area of the largest viewport, which limits memory. */
const pixelsMax = 36_000_000
const stepsMax = 40
const bringMsMax = 6_000
const pictureMsMax = 30_000
/** Chromium fails with this text when it has no frame of the page yet, which passes. */
const noFrameYet = /Unable to capture screenshot/
const attemptsMax = 4
const pauseMs = 250

type TakeScreenshot = (
  page: Page,
  options: ScreenshotOptions,
  signal: AbortSignal,
) => Promise<Image>

/**
 * Takes screenshots of the viewport, or of the full page after scrolling; pages that are longer than the browser can draw are
 * cut. JPEG with a quality, PNG without. Fails with `SCRAPE_SITE_ERROR`.
 */
export function createTakeScreenshot(): TakeScreenshot {
  const wholePage = readScript('whole-page')
  return async function takeScreenshot(page, options, signal) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(pictureMsMax)])
    try {
      return await orAborted(
        inViewport(page, options, () => picture(page, options)),
        limit,
      )
    } catch (thrown) {
      if (signal.aborted) throw signal.reason
      const message = 'The browser could not take a picture of this page.'
      throw new ServiceError('SCRAPE_SITE_ERROR', message, { cause: thrown })
    }
  }

  async function picture(page: Page, { fullPage, quality }: ScreenshotOptions): Promise<Image> {
    const clip = fullPage ? await bring(page) : undefined
    const capture = () =>
      page.screenshot({
        ...(quality === undefined ? { type: 'png' } : { type: 'jpeg', quality }),
        ...(clip && { clip, fullPage: true }),
        // Finite animations are completed, endless ones stopped.
        animations: 'disabled',
        timeout: pictureMsMax,
      })
    const bytes = await whenDrawn(capture)
    return { bytes, contentType: quality === undefined ? 'image/png' : 'image/jpeg' }
  }

  /** Scrolls the page and returns the part that a screenshot can contain. */
  async function bring(page: Page): Promise<Clip> {
    const session = await page.context().newCDPSession(page)
    try {
      const bringing = `${wholePage} return bringWholePage(${stepsMax}, ${bringMsMax})`
      await evaluate(session, bringing)
      return makeClip(await evaluate<Size>(session, `${wholePage} return pageSize()`))
    } finally {
      await detach(session)
    }
  }
}

async function whenDrawn(capture: () => Promise<Buffer>): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await capture()
    } catch (thrown) {
      const passes = thrown instanceof Error && noFrameYet.test(thrown.message)
      if (!passes || attempt === attemptsMax) throw thrown
      await sleep(pauseMs)
    }
  }
}

/** Sets the requested viewport and restores it afterwards. */
async function inViewport(
  page: Page,
  { viewport }: ScreenshotOptions,
  take: () => Promise<Image>,
): Promise<Image> {
  // Without an emulated size, the page has that of its window.
  const present = page.viewportSize() ?? deskViewport
  if (!viewport || (present.width === viewport.width && present.height === viewport.height)) {
    return take()
  }
  await page.setViewportSize(viewport)
  const image = await take()
  await page.setViewportSize(present)
  return image
}

interface Size {
  readonly width: number
  readonly height: number
  readonly scale: number
}

interface Clip {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function makeClip(size: Size): Clip {
  const width = Math.min(size.width, Math.floor(sidePxMax / size.scale))
  const heightMax = Math.min(sidePxMax / size.scale, pixelsMax / (width * size.scale ** 2))
  return { x: 0, y: 0, width, height: Math.min(size.height, Math.floor(heightMax)) }
}

/** Fails if the page is closed, which needs no handling. */
const detach = (session: CDPSession) => session.detach().catch(() => {})
