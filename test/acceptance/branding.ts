// acceptance: quick
/** Brand facts of twelve pages are extracted correctly. Control: the most frequent colour of the style sheet. */
import { createRender } from '#browser/render.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { brandSites, factAt, isFact } from '#test/fixtures/brand-sites.ts'
import { browsersUnderTest } from '#test/fixtures/browsers.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { startSite } from '#test/fixtures/site.ts'
import { waiterUntil } from '#test/fixtures/waiter.ts'

if (Object.keys(browsersUnderTest).length === 0) {
  process.stdout.write('branding: skipped: needs a Chromium\n')
  process.exit(0)
}

const shareMin = 0.95
await using site = await startSite((request, response) => {
  const html = brandSites[Number((request.url ?? '').slice(1))]?.html
  response.statusCode = html === undefined ? 404 : 200
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(html ?? '')
})
await using browsers = await startLocalBrowser()
const render = createRender({ browsers })

let [right, all, primaries, guessed] = [0, 0, 0, 0]
const wrong: string[] = []
for (const [index, { name, html, facts }] of brandSites.entries()) {
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
    waiterUntil(AbortSignal.timeout(60_000)),
  )
  const branding = rendered.kind === 'page' ? rendered.branding : undefined
  for (const [path, wanted] of Object.entries(facts)) {
    all += 1
    const value = factAt(branding, path)
    if (isFact(value, wanted)) right += 1
    else wrong.push(`${name} ${path}: ${String(value)}`)
  }
  const primary = facts['colors.primary']
  if (primary === undefined) continue
  primaries += 1
  if (mostFrequentColour(html) === primary) guessed += 1
}
report(
  'branding',
  right >= all * shareMin && guessed < primaries,
  `${right} of ${all} facts of ${brandSites.length} sites${wrong.map((fact) => `; ${fact}`).join('')}; control ${guessed} of ${primaries} primary colours`,
)

/** Control: ignores what is rendered. */
function mostFrequentColour(html: string): string | undefined {
  const counts = new Map<string, number>()
  for (const [colour] of html.matchAll(/#[0-9a-f]{6}\b/gi)) {
    const key = colour.toUpperCase()
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0]
}
