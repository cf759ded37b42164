import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Location } from '#kernel/location.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startLocalBrowser } from '#test/fixtures/local-browser.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { contextSetting } from './context-setting.ts'
import { chooseTimeZone } from './time-zones.ts'
import { chromiumUserAgent } from './user-agent.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const browser = await startLocalBrowser()
const site = await startPages({
  '/': '<meta name="viewport" content="width=device-width"><h1>Seen</h1>',
})
disposeAfterTests(browser, site)

/** What the page and the site see of device and location. */
async function seen(request: Partial<Parameters<typeof contextSetting>[0]>) {
  const context = contextSetting({ mobile: false, location: { country: 'US' }, ...request })
  const setting = { proxy: 'basic', skipTlsVerification: true, headers: {}, context } as const
  const inPage = await browser.withPage(
    setting,
    callerUntil(AbortSignal.timeout(60_000)),
    async ({ page }) => {
      await page.goto(`${site.url}/`)
      return page.evaluate<Record<string, unknown>>(`({
      width: innerWidth, height: innerHeight, scale: devicePixelRatio, touches: navigator.maxTouchPoints,
      isCoarse: matchMedia('(pointer: coarse)').matches, language: navigator.language,
      agent: navigator.userAgent.replace(/[0-9]+/g, '0'), languages: navigator.languages,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone, number: (1234.5).toLocaleString(),
    })`)
    },
  )
  return { ...inPage, sent: site.requests.at(-1)?.headers['accept-language'] }
}

test('the default is a desktop browser in New York', async () => {
  assert.deepEqual(await seen({}), {
    width: 1280,
    height: 800,
    scale: 1,
    touches: 0,
    isCoarse: false,
    language: 'en-US',
    zone: 'America/New_York',
    number: '1,234.5',
    sent: 'en-US,en;q=0.9',
    agent:
      'Mozilla/0.0 (X0; Linux x0_0) AppleWebKit/0.0 (KHTML, like Gecko) Chrome/0.0.0.0 Safari/0.0',
    languages: ['en-US', 'en'],
  })
})

test('a mobile device has a narrow high-density touch screen', async () => {
  const { width, scale, touches, isCoarse } = (await seen({ mobile: true })) as Record<
    string,
    unknown
  >
  assert.deepEqual([width, scale, isCoarse], [412, 2.625, true])
  assert.ok(Number(touches) > 0)
})

test('a location has its language and time zone', async () => {
  const austria = (await seen({ location: { country: 'AT' } })) as Record<string, unknown>
  assert.deepEqual(
    [austria['language'], austria['zone'], austria['sent']],
    ['de-AT', 'Europe/Vienna', 'de-AT,de;q=0.9,en;q=0.8'],
  )
  const french = (await seen({
    location: { country: 'JP', languages: ['fr', 'pt-BR'] },
  })) as Record<string, unknown>
  assert.deepEqual(
    [french['language'], french['zone'], french['sent']],
    ['fr', 'Asia/Tokyo', 'fr,pt-BR;q=0.9'],
  )
  const odd = await seen({ location: { country: 'DE', languages: ['not-a-language-tag-at-all'] } })
  assert.equal((odd as Record<string, unknown>)['zone'], 'Europe/Berlin')
})

test('the viewport of a screenshot is that of the page', async () => {
  const screenshot = { fullPage: false, viewport: { width: 640, height: 480 } }
  const { width, height } = (await seen({ screenshot })) as Record<string, unknown>
  assert.deepEqual([width, height], [640, 480])
})

test('every country has a time zone and a language', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const countries = codes.filter((country) => Location.safeParse({ country }).success)
  assert.equal(countries.length, 250)
  for (const country of countries) {
    const zone = chooseTimeZone(country)
    assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: zone }), country)
    assert.ok(contextSetting({ mobile: false, location: { country } }).locale)
  }
  assert.deepEqual(
    countries.filter((country) => chooseTimeZone(country) === 'UTC'),
    ['BV', 'HM'],
  )
})

test('an invalid country is refused with an explanation', () => {
  for (const country of ['XX', 'ZZ', 'EU', 'UK', 'USA', '', '12']) {
    const { error } = Location.safeParse({ country })
    assert.equal(
      error?.issues[0]?.message,
      'Invalid country code. Use a valid ISO 3166-1 alpha-2 country code.',
      country,
    )
  }
  assert.equal(Location.parse({ country: 'gb' }).country, 'GB')
  assert.ok(Location.safeParse({ country: 'us-generic' }).success)
})

test('the user agent has the browser version, and mobile devices are marked', async () => {
  assert.match(
    chromiumUserAgent('156.0.8078.79', false),
    /X11; Linux x86_64.* Chrome\/156\.0\.0\.0 Safari/,
  )
  assert.match(
    chromiumUserAgent('156.0.8078.79', true),
    /Android 10; K.* Chrome\/156\.0\.0\.0 Mobile Safari/,
  )
})
