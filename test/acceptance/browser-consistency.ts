/**
 * The browser of `enhanced` says the same of itself everywhere: 63 checks over a page, frames, workers and request headers, in
 * English and in German. With the detectors of `benchmarks/detectors` installed, BotD takes it for no robot, and fpscanner finds no
 * inconsistency. Control: the browser of the other modes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { contextSetting } from '#browser/context-setting.ts'
import { report } from '#test/fixtures/acceptance.ts'
import {
  browsersUnderTest,
  plainSetting,
  startBrowsers,
  type BrowserUnderTest,
} from '#test/fixtures/browsers.ts'
import { createStorySite } from '#test/fixtures/browser-surfaces.ts'
import { consistencyChecks } from '#test/fixtures/consistency-checks.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const all = Object.values(browsersUnderTest)
const enhanced = all.find(({ isLikeWindow }) => isLikeWindow)
const plain = all.find(({ isLikeWindow }) => !isLikeWindow)
if (process.platform !== 'linux' || !enhanced || !plain) {
  process.stdout.write('browser-consistency: skipped: needs Linux, a full Chromium and another\n')
  process.exit(0)
}

const folder = join(import.meta.dirname, '../../benchmarks/detectors/node_modules')
const detectors: Readonly<Record<string, string>> = {
  '/botd.js': join(folder, '@fingerprintjs/botd/dist/botd.esm.js'),
  '/fpscanner.js': join(folder, 'fpscanner/dist/fpScanner.es.js'),
}
const hasDetectors = Object.values(detectors).every((file) => existsSync(file))
const waitMsMax = 180_000
const makeContext = (country: string) =>
  contextSetting({ mobile: false, location: { country }, screenshot: undefined })

interface Found {
  readonly failed: readonly string[]
  /** What the detectors have found; empty without them. */
  readonly detected: readonly string[]
}

async function measure(browser: BrowserUnderTest, country = 'US'): Promise<Found> {
  await using browsers = await startBrowsers(browser)
  const story = createStorySite()
  await using site = await startSite((request, response) => {
    const detector = detectors[request.url ?? '']
    if (!detector) return story.handler(request, response)
    response.setHeader('content-type', 'text/javascript').end(readFileSync(detector))
  })
  const caller = callerUntil(AbortSignal.timeout(waitMsMax))
  return await browsers.withPage(
    { ...plainSetting, context: makeContext(country) },
    caller,
    async ({ page }) => {
      await page.goto(`http://localhost:${site.port}/`)
      const reported = await story.reported
      const failed = consistencyChecks.filter(([, isConsistent]) => !isConsistent(reported))
      const detected = hasDetectors ? await detectedIn(page) : []
      return { failed: failed.map(([name]) => name), detected }
    },
  )
}

/**
 * Runs the detectors. One finding of fpscanner is left out, because it is true and no inconsistency: `hasSwiftshaderRenderer`. Without a
 * graphics card, WebGL is drawn in software, and its renderer has the name of the library.
 */
const detectedIn = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const { load } = await import('/botd.js')
    const detector = await load({ monitoring: false })
    const { bot, botKind } = detector.detect()
    const { default: Scanner } = await import('/fpscanner.js')
    const found = await new Scanner().collectFingerprint({ encrypt: false })
    const names = Object.entries(found.fastBotDetectionDetails)
      .filter(([, { detected }]) => detected)
      .map(([name]) => name)
    return [...(bot ? [botKind] : []), ...names.filter((name) => name !== 'hasSwiftshaderRenderer')]
  })()`)

const ours = await measure(enhanced)
const german = await measure(enhanced, 'DE')
const theirs = await measure(plain)
for (const name of german.failed) process.stderr.write(`not consistent in German: ${name}\n`)
for (const name of ours.failed) process.stderr.write(`not consistent: ${name}\n`)
const total = consistencyChecks.length
const detectorResult = hasDetectors
  ? `detectors found ${ours.detected.join(' ') || 'nothing'}, control ${theirs.detected.join(' ') || 'nothing'}`
  : 'detectors not installed'
report(
  'browser-consistency',
  total === 63 &&
    ours.failed.length + ours.detected.length + german.failed.length === 0 &&
    theirs.failed.length >= 8 &&
    (!hasDetectors || theirs.detected.length > 0),
  `${total - ours.failed.length} of ${total} consistent, in German ${total - german.failed.length}; control ${total - theirs.failed.length}; ${detectorResult}`,
)
