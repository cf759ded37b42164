// acceptance: quick, together
/** A key restricted to endpoints or formats can use only those. When restrictions cannot be read, no request is served. */
import { compose } from '#compose.ts'
import { readConfig } from '#config.ts'
import { endpointGroups, type RouteGroup } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Database } from '#storage/database.ts'
import { testDatabase } from '#test/database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { echo, account, startEdge } from '#test/fixtures/edge.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const formats = [
  'markdown',
  'html',
  'rawHtml',
  'rawBase64',
  'links',
  'images',
  'screenshot',
  'summary',
  'json',
  'deterministicJson',
  'branding',
  'product',
  'menu',
  'audio',
  'video',
] as const
const objects = [
  { type: 'attributes', selectors: [] },
  { type: 'question', question: 'x' },
  { type: 'highlights', query: 'x' },
  { type: 'query', prompt: 'x' },
]
const everyFormat = [...formats.map((type) => ({ type })), ...objects]
const refusals = {
  endpoint: 'Request blocked: this API key is restricted to the following endpoints: ',
  format: 'Request blocked: this API key is restricted to the following formats: ',
  action: 'Request blocked: the "',
}

const wrong: string[] = []
let asked = 0
function expect(what: string, isRight: boolean): void {
  asked++
  if (!isRight) wrong.push(what)
}

/** A key of each endpoint group at one route of each group, and at one that every key may use. */
async function endpoints(): Promise<void> {
  const groups: readonly RouteGroup[] = [...endpointGroups, 'others', null]
  const routes = groups.map((group) => ({ ...echo, path: `/v2/${group}` as const, group }))
  for (const allowed of [[], ...endpointGroups.map((group) => [group])]) {
    const restricted = { ...account, allowedEndpoints: allowed }
    await using edge = startEdge({ endpoints: routes, authenticate: async () => restricted })
    for (const { path, group } of routes) {
      const isAllowed =
        allowed.length === 0 || group === null || allowed.some((one) => one === group)
      const { statusCode, body } = await edge.app.inject({
        method: 'POST',
        url: path,
        payload: { url: 'x' },
      })
      const isRefused = statusCode === 403 && body.includes(`${refusals.endpoint}${allowed[0]}.`)
      const isServed = statusCode === 200
      expect(`${path} with ${allowed.join()}`, isAllowed ? isServed : isRefused)
    }
  }
}

/**
 * Every format with every key that may be allowed to use it. Formats that are not implemented are refused later, with another
 * code.
 */
async function formatMatrix(service: Awaited<ReturnType<typeof startService>>, url: string) {
  let control = 0
  for (const { type: allowed } of everyFormat) {
    const { key } = await addTeam(service.database, { allowedFormats: [allowed] })
    for (const format of everyFormat) {
      const body = { url, formats: [format] }
      const { status, body: answer } = await service.ask('POST', '/v2/scrape', { body, key })
      const isRefused = status === 403 && String(answer.error).startsWith(refusals.format)
      // Without a browser, formats that need one are accepted and then fail with 503; the page has no audio and video.
      const hasNoMedia = /^SCRAPE_(AUDIO|VIDEO)_UNSUPPORTED_URL$/.test(String(answer.code))
      const isServed = [200, 501, 503].includes(status) || hasNoMedia
      expect(
        `${format.type} with ${allowed}: ${status}`,
        format.type === allowed ? isServed : isRefused,
      )
      if (format.type === allowed) continue
      const unrestricted = await service.ask('POST', '/v2/scrape', { body })
      if (unrestricted.status !== 403) control++
    }
    for (const type of ['scrape', 'executeJavascript', 'pdf', 'screenshot']) {
      const body = { url, formats: [{ type: allowed }], actions: [{ type, script: 'x' }] }
      if (objects.some((format) => format.type === allowed)) continue
      const { status, body: answer } = await service.ask('POST', '/v2/scrape', { body, key })
      const isAllowed = type === 'screenshot' && allowed === 'screenshot'
      const isRefused = status === 403 && String(answer.error).startsWith(refusals.action + type)
      expect(`action ${type} with ${allowed}: ${status}`, isAllowed ? status === 503 : isRefused)
    }
    const status = await service.ask('GET', `/v2/scrape/${crypto.randomUUID()}`, { key })
    expect(`status with ${allowed}`, status.status === 404)
  }
  return control
}

/** Number of requests that are served while the table of keys cannot be read. */
async function whileUnreadable(url: string): Promise<number> {
  const database = await testDatabase()
  let isBroken = false
  const breakable: Database = {
    ...database,
    query: (text, values) => {
      if (isBroken && text.includes('api_keys')) throw new ServiceError('SERVICE_UNAVAILABLE')
      return database.query(text, values)
    },
  }
  const config = readConfig({ WEIR_API_KEY: firstKey, WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  await using service = await compose(config, { database: breakable, log })
  isBroken = true
  let served = 0
  for (const path of ['/v2/scrape', '/v2/team/credit-usage']) {
    const { statusCode } = await service.server.inject({
      method: path === '/v2/scrape' ? 'POST' : 'GET',
      url: path,
      headers: { authorization: `Bearer ${firstKey}` },
      ...(path === '/v2/scrape' && { payload: { url } }),
    })
    if (statusCode < 500) served++
  }
  return served
}

await using site = await startPages({ '/': '<p>text' })
await using service = await startService()
await endpoints()
const control = await formatMatrix(service, `${site.url}/`)
const served = await whileUnreadable(`${site.url}/`)

for (const example of wrong.slice(0, 20)) process.stderr.write(`${example}\n`)
report(
  'restrictions',
  wrong.length === 0 && served === 0 && control > 0,
  `${wrong.length} wrong of ${asked} (key x endpoint x format x action); ${served} served while keys cannot be read; control ${control} accepted with an unrestricted key`,
)
