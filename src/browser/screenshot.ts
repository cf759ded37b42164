import type { CDPSession, Page } from 'playwright-core'
import { ServiceError } from '#kernel/errors.ts'
import type { Image, ScreenshotOptions } from './actions/action.ts'
import { evaluate, readScript } from './in-page.ts'
import { orAborted } from './or-aborted.ts'

/** The browser draws no picture that is longer; it repeats what it has instead. */
const sidePxMax = 16_384
/** As much as the largest window, so that a picture is a bounded matter of memory. */
const pixelsMax = 36_000_000
const stepsMax = 40
const bringMsMax = 6_000
const pictureMsMax = 30_000

type TakeScreenshot = (
  page: Page,
  options: ScreenshotOptions,
  signal: AbortSignal,
) => Promise<Image>

/**
 * Takes pictures of what a window shows, or of whole pages with what they load on the way down; those that are longer
 * than a browser can draw are cut. JPEG with a quality, PNG without. Fails with `SCRAPE_SITE_ERROR`.
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
    const bytes = await page.screenshot({
      ...(quality === undefined ? { type: 'png' } : { type: 'jpeg', quality }),
      ...(clip && { clip, fullPage: true }),
      // What only fades in has come, and what never rests stands still.
      animations: 'disabled',
      timeout: pictureMsMax,
    })
    return { bytes, contentType: quality === undefined ? 'image/png' : 'image/jpeg' }
  }

  /** Answers the part of the page that a picture can hold. */
  async function bring(page: Page): Promise<Clip> {
    const session = await page.context().newCDPSession(page)
    try {
      const bringing = `${wholePage} return bringWholePage(${stepsMax}, ${bringMsMax})`
      await evaluate(session, bringing)
      return clipOf(await evaluate<Size>(session, `${wholePage} return pageSize()`))
    } finally {
      await detach(session)
    }
  }
}

/** With the window that was asked for; afterwards it is as it was. */
async function inViewport(
  page: Page,
  { viewport }: ScreenshotOptions,
  take: () => Promise<Image>,
): Promise<Image> {
  const present = page.viewportSize()
  if (!viewport || (present?.width === viewport.width && present.height === viewport.height)) {
    return take()
  }
  await page.setViewportSize(viewport)
  const image = await take()
  if (present) await page.setViewportSize(present)
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

function clipOf(size: Size): Clip {
  const width = Math.min(size.width, Math.floor(sidePxMax / size.scale))
  const heightMax = Math.min(sidePxMax / size.scale, pixelsMax / (width * size.scale ** 2))
  return { x: 0, y: 0, width, height: Math.min(size.height, Math.floor(heightMax)) }
}

/** It fails when the page is closed, and then there is nothing to detach from. */
const detach = (session: CDPSession) => session.detach().catch(() => {})
