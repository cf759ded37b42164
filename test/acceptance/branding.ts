// acceptance: quick
/**
 * Brand facts of twelve pages, and of pages with nine CSS frameworks where they are installed, are extracted correctly and fast.
 * Control: the most frequent colour of the style sheet.
 */
import { createInPage } from '#browser/in-page.ts'
import { createRender } from '#browser/render.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { frameworkSites } from '#test/fixtures/brand-frameworks.ts'
import { brandSites, factAt, isFact } from '#test/fixtures/brand-sites.ts'
import { browsersUnderTest } from '#test/fixtures/browsers.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { startSite } from '#test/fixtures/site.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

if (Object.keys(browsersUnderTest).length === 0) {
  process.stdout.write('branding: skipped: needs a Chromium\n')
  process.exit(0)
}

const shareMin = 0.95
/** Judged by the full check alone, because other work on the machine slows a reading down. */
const readingMsMax = isQuick ? Infinity : 50
const readings = 5
const frameworks = frameworkSites()
const sites = [...brandSites, ...frameworks]
await using site = await startSite((request, response) => {
  const html = sites[Number((request.url ?? '').slice(1))]?.html
  response.statusCode = html === undefined ? 404 : 200
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(html ?? '')
})
await using browsers = await startLocalBrowser()
const render = createRender({ browsers })

const slowest = { name: '', ms: 0 }
let [right, all, primaries, guessed] = [0, 0, 0, 0]
const wrong: string[] = []
for (const [index, { name, html, facts }] of sites.entries()) {
  const rendered = await render(
    {
      url: `http://127.0.0.1:${site.port}/${index}`,
      headers: {},
      mobile: false,
      location: { country: 'US' },
      blockAds: false,
      skipTlsVerification: false,
      proxy: 'basic',
      waitMs: 0,
      actions: [],
      branding: true,
      bodyBytesMax: 1_000_000,
      comparesSource: false,
    },
    callerUntil(AbortSignal.timeout(60_000)),
  )
  const branding = rendered.kind === 'page' ? rendered.branding : undefined
  for (const [path, wanted] of Object.entries(facts)) {
    all += 1
    const value = factAt(branding, path)
    if (isFact(value, wanted)) right += 1
    else wrong.push(`${name} ${path}: ${String(value)}`)
  }
  const ms = await readingMs(`http://127.0.0.1:${site.port}/${index}`)
  if (ms > slowest.ms) Object.assign(slowest, { name, ms })
  const primary = facts['colors.primary']
  if (primary === undefined) continue
  primaries += 1
  if (mostFrequentColour(html) === primary) guessed += 1
}
const wrongFacts = wrong.map((fact) => `; ${fact}`).join('')
report(
  'branding',
  right >= all * shareMin && slowest.ms <= readingMsMax && guessed < primaries * 0.8,
  `${right} of ${all} facts of ${brandSites.length} sites and ${frameworks.length} frameworks${wrongFacts}, slowest reading ${slowest.ms.toFixed(0)} ms (${slowest.name}); control ${guessed} of ${primaries} primary colours`,
)

/** The shortest of several readings: the others wait for other processes. */
async function readingMs(url: string): Promise<number> {
  const setting = { context: {}, skipTlsVerification: false, headers: {}, proxy: 'basic' } as const
  return browsers.withPage(setting, callerUntil(AbortSignal.timeout(60_000)), async ({ page }) => {
    await page.goto(url)
    const inPage = createInPage()(await page.context().newCDPSession(page))
    let least = Infinity
    for (let reading = 0; reading < readings; reading++) {
      const startedAt = performance.now()
      await inPage.brand()
      least = Math.min(least, performance.now() - startedAt)
    }
    return least
  })
}

/** Control: ignores what is rendered. */
function mostFrequentColour(html: string): string | undefined {
  const counts = new Map<string, number>()
  for (const [colour] of html.matchAll(/#[0-9a-f]{6}\b/gi)) {
    const key = colour.toUpperCase()
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0]
}
