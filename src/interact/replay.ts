import type { CDPSession, Page } from 'playwright-core'
import { createRunActions } from '#browser/actions/run-actions.ts'
import { contextSetting } from '#browser/context-setting.ts'
import { sendToOwnOrigin } from '#browser/own-headers.ts'
import { createPageFaults } from '#browser/page-faults.ts'
import { watchRequests } from '#browser/page-requests.ts'
import type { RenderRequest } from '#browser/rendering.ts'
import { createTakeScreenshot } from '#browser/screenshot.ts'
import { present } from '#browser/user-agent.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import type { DrivenPage } from './drive.ts'
import { waitUntilCalm } from './observe/wait-until-calm.ts'

/** A page to open in a session, with the options that decide what it shows. */
export type ReplayedPage = Pick<
  RenderRequest,
  'url' | 'headers' | 'mobile' | 'location' | 'skipTlsVerification' | 'waitMs' | 'actions'
>

/** They only make results. */
const resultActions = new Set(['screenshot', 'scrape', 'pdf', 'generatePDF'])

const openMsMax = 45_000

/**
 * Opens a page as a scrape does: device, location, headers, then the actions. The settings of device and location are those of all
 * pages of the browser as long as `driven` is connected. Fails if the page does not open or an action fails.
 */
export async function replayPage(
  { context, page }: DrivenPage,
  replayed: ReplayedPage,
  signal: AbortSignal,
): Promise<void> {
  await orAborted(emulate(page, replayed), signal)
  context.on('page', (opened) => {
    // A page that closes at once needs no settings.
    emulate(opened, replayed).catch(() => {})
  })
  const { guarded, failed } = createPageFaults()
  const requests = await watchRequests(page, { guarded })
  await sendToOwnOrigin(requests, replayed.headers)
  const ends = AbortSignal.any([signal, failed])
  await orAborted(page.goto(replayed.url, { waitUntil: 'load', timeout: openMsMax }), ends)
  await orAborted(waitUntilCalm(page), ends)
  if (replayed.waitMs > 0) await orAborted(page.waitForTimeout(replayed.waitMs), ends)
  const actions = replayed.actions.filter(({ type }) => !resultActions.has(type))
  if (actions.length === 0) return
  await createRunActions({ takeScreenshot: createTakeScreenshot() })(page, actions, ends)
  await orAborted(waitUntilCalm(page), ends)
}

async function emulate(page: Page, replayed: ReplayedPage): Promise<void> {
  const setting = contextSetting({ ...replayed, screenshot: undefined })
  const { isMobile = false, languages = [] } = setting
  const version = page.context().browser()?.version() ?? ''
  const [, own] =
    Object.entries(replayed.headers).find(([name]) => name.toLowerCase() === 'user-agent') ?? []
  await present(page, { version, isMobile, languages, userAgent: own })
  const session = await page.context().newCDPSession(page)
  await emulateDevice(session, setting)
  if (replayed.skipTlsVerification)
    await session.send('Security.setIgnoreCertificateErrors', { ignore: true })
}

async function emulateDevice(
  session: CDPSession,
  { viewport, screen, deviceScaleFactor = 1, isMobile = false, hasTouch = false, ...place }: Device,
): Promise<void> {
  if (isMobile && viewport) {
    const { width: screenWidth, height: screenHeight } = screen ?? viewport
    const size = { ...viewport, screenWidth, screenHeight }
    const metrics = { ...size, deviceScaleFactor, mobile: isMobile }
    await session.send('Emulation.setDeviceMetricsOverride', metrics)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch })
  }
  if (place.locale !== undefined)
    await session.send('Emulation.setLocaleOverride', { locale: place.locale })
  if (place.timezoneId !== undefined)
    await session.send('Emulation.setTimezoneOverride', { timezoneId: place.timezoneId })
}

type Device = ReturnType<typeof contextSetting>
