// acceptance: quick, together
/** Content of a blocked host is never returned, in whatever way a page leads to it, and the host is never asked. */
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { startThreatService } from '#test/fixtures/threat-service.ts'
import { fresh, harmless, listed, teamWith } from '#test/fixtures/threat-team.ts'

await using started = await startThreatService({
  WEIR_BROWSER_PAGES_MAX: '2',
  WEIR_INTERACT_SESSIONS_MAX: '2',
})
const { service, reached, urlAt } = started
const blocked = () => urlAt(listed, `/page-${fresh()}`)
const from = (path: string, url: string) =>
  urlAt(harmless, `${path}?url=${encodeURIComponent(url)}`)

const inBrowser = { waitFor: 300, maxAge: 0 }
const scrapeStep = { type: 'scrape' }

/** Requests that lead to a URL in different ways. */
const ways: Readonly<Record<string, (url: string) => object>> = {
  directly: (url) => ({ url }),
  'in a browser': (url) => ({ url, ...inBrowser }),
  'as an integer': (url) => ({ url: url.replace(listed ?? '', '2130706434') }),
  'by a redirect': (url) => ({ url: from('/to', url) }),
  'by two redirects': (url) => ({ url: from('/to', from('/to', url)) }),
  'by a redirect in a browser': (url) => ({ url: from('/to', url), ...inBrowser }),
  'by a refresh': (url) => ({ url: from('/refresh', url) }),
  'by a refresh in a browser': (url) => ({ url: from('/refresh', url), ...inBrowser }),
  'by a script': (url) => ({ url: from('/move', url), ...inBrowser }),
  'by a request of a script': (url) => ({ url: from('/fetch', url), ...inBrowser }),
  'by a click': (url) => ({
    url: from('/links', url),
    maxAge: 0,
    actions: [{ type: 'click', selector: 'a' }, { type: 'wait', milliseconds: 500 }, scrapeStep],
  }),
  'by a script of the caller': (url) => ({
    url: urlAt(harmless),
    maxAge: 0,
    actions: [
      { type: 'executeJavascript', script: `location.href = ${JSON.stringify(url)}` },
      { type: 'wait', milliseconds: 500 },
      scrapeStep,
    ],
  }),
}

const secret = `Secret of ${listed}`

/** How many of the ways return the content of the host, and how many ask it. */
async function countReturned(key: string) {
  const returned: string[] = []
  const asked: string[] = []
  const attempt = async (name: string, work: (url: string) => Promise<string>) => {
    const url = blocked()
    if ((await work(url)).includes(secret)) returned.push(name)
    if (reached.includes(url)) asked.push(name)
  }
  for (const [name, way] of Object.entries(ways)) {
    await attempt(name, async (url) => {
      const formats = ['markdown', 'html', 'rawHtml']
      const body = { formats, onlyMainContent: false, ...way(url) }
      return JSON.stringify((await service.ask('POST', '/v2/scrape', { key, body })).body)
    })
  }
  if (!missing) await attempt('in a browser session', (url) => inSession(key, url))
  return { returned, asked }
}

async function inSession(key: string, url: string): Promise<string> {
  const { body: session } = await service.ask('POST', '/v2/interact', { key, body: {} })
  const code = `await page.goto(${JSON.stringify(url)}); await page.content()`
  const path = `/v2/interact/${session.id}`
  const run = await service.ask('POST', `${path}/execute`, {
    key,
    body: { code, language: 'node' },
  })
  await service.ask('DELETE', path, { key })
  return JSON.stringify(run.body)
}

const missing = await missingForSessions()
const total = Object.keys(ways).length + (missing ? 0 : 1)
const control = await countReturned(await teamWith(started, null))
const policy = { mode: 'manual-only', blacklist: [listed] }
const protectedTeam = await countReturned(await teamWith(started, policy))

const wrong = [...protectedTeam.returned, ...protectedTeam.asked].join(', ')
report(
  'threat-protection',
  protectedTeam.returned.length === 0 &&
    protectedTeam.asked.length === 0 &&
    control.returned.length === total,
  `${protectedTeam.returned.length} of ${total} ways returned a blocked host, ${protectedTeam.asked.length} asked it; control ${control.returned.length}${wrong && `; ${wrong}`}`,
)
