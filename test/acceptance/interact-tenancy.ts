// acceptance: quick
/**
 * A team reaches no browser session of another team: not by its id, its scrape, its tokens, its profile, nor from its own browser.
 * Every refusal is that of an unknown id. Control: the same requests of the owner.
 */
import { chromium } from 'playwright-core'
import { WebSocket } from 'ws'
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`interact-tenancy: skipped: ${missing}\n`)
  process.exit(0)
}

await using service = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '1' } })
const url = await service.listen()
await using site = await startSite((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<title>Private page</title>')
})
const [owner, stranger] = [await addTeam(service.database), await addTeam(service.database)]
const unknown = '0199b0a0-0000-7000-8000-000000000000'

type Method = 'GET' | 'POST' | 'DELETE'
const ask = (
  team: { key: string },
  [method, path, body]: readonly [Method, string, (object | undefined)?],
) => service.ask(method, path, { key: team.key, ...(body && { body }) })
const create = async (team: { key: string }) => {
  const profile = { name: 'shared name' }
  const { status, body } = await ask(team, ['POST', '/v2/interact', { profile }])
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as { id: string; cdpUrl: string; liveViewUrl: string }
}
const at = (address: string) => address.replace(/^(?:http|ws):\/\/[^/]+/, url)

const [own, foreign] = [await create(owner), await create(stranger)]
const scrape = await ask(owner, ['POST', '/v2/scrape', { url: site.url }])
const scrapeId = String(scrape.body.data.metadata.scrapeId)

/** Requests by id; the last one ends the session. */
const requests: readonly (readonly [Method, (id: string) => string, object?])[] = [
  ['GET', (id) => `/v2/interact/${id}`],
  ['GET', (id) => `/v2/browser/${id}`],
  ['GET', (id) => `/v2/interact/${id}/replay`],
  ['POST', (id) => `/v2/interact/${id}/execute`, { code: 'page.url()' }],
  ['POST', (id) => `/v2/browser/${id}/execute`, { code: 'page.url()' }],
  ['DELETE', (id) => `/v2/interact/${id}`],
]
const bound: readonly (readonly [Method, (id: string) => string, object?])[] = [
  ['POST', (id) => `/v2/scrape/${id}/interact`, { code: 'page.title()' }],
  ['DELETE', (id) => `/v2/scrape/${id}/interact`],
]

let [tried, same, reached] = [0, 0, 0]
async function compare([method, makePath, body]: (typeof requests)[number], id: string) {
  tried++
  const refused = await ask(stranger, [method, makePath(id), body])
  const known = await ask(stranger, [method, makePath(unknown), body])
  const isSame =
    JSON.stringify([refused.status, refused.body]) === JSON.stringify([known.status, known.body])
  if (isSame && refused.status >= 400) same++
}

/** Status of an upgrade. */
async function readStatus(address: string): Promise<number> {
  const socket = new WebSocket(at(address).replace(/^http/, 'ws'))
  socket.on('error', () => {})
  const status = await new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
  })
  socket.terminate()
  return status
}

// With the stranger in its own browser, the page of the owner is not among the targets, and its id attaches to nothing.
const code = `await page.goto(${JSON.stringify(site.url)}); const s = await context.newCDPSession(page); (await s.send('Target.getTargetInfo')).targetInfo.targetId`
const { body: shown } = await ask(owner, ['POST', `/v2/interact/${own.id}/execute`, { code }])
const browser = await chromium.connectOverCDP(at(foreign.cdpUrl).replace(/^http/, 'ws'))
const session = await browser.newBrowserCDPSession()
const { targetInfos } = await session.send('Target.getTargets')
const foreignTargets = targetInfos.filter(
  ({ title, targetId }) => title === 'Private page' || targetId === shown.result,
).length
const attached = await session
  .send('Target.attachToTarget', { targetId: String(shown.result) })
  .then(
    () => 1,
    () => 0,
  )
await browser.close()

for (const request of requests) await compare(request, own.id)
for (const request of bound) await compare(request, scrapeId)
// The tokens of one session for another one, and the token of the live view for the protocol.
const readToken = (address: string) =>
  /token=(.*)$/.exec(address)?.[1] ?? address.split('/').at(-1) ?? ''
const forged = [
  `${url}/v2/interact/${own.id}/cdp?token=${readToken(foreign.cdpUrl)}`,
  `${url}/v2/interact/${own.id}/cdp/${readToken(own.liveViewUrl)}`,
  `${url}/live/${own.id}/${readToken(foreign.liveViewUrl)}/socket`,
  `${url}/live/${own.id}/${readToken(own.cdpUrl)}/socket`,
]
for (const address of forged) {
  tried++
  if ((await readStatus(address)) === 404) same++
}
const listed = await ask(stranger, ['GET', '/v2/interact'])
const seen = listed.body.sessions.filter(({ id }: { id: string }) => id === own.id).length

for (const address of [own.cdpUrl, `${own.liveViewUrl}/socket`])
  if ((await readStatus(address)) === 101) reached++
for (const [method, makePath, body] of [
  ...requests.filter(([, makePath]) => !makePath('').includes('replay')),
  ...bound,
]) {
  const id = makePath('').includes('scrape') ? scrapeId : own.id
  if ((await ask(owner, [method, makePath(id), body])).status === 200) reached++
}
await ask(stranger, ['DELETE', `/v2/interact/${foreign.id}`])
const controls = requests.length - 1 + bound.length + 2

report(
  'interact-tenancy',
  same === tried && seen === 0 && foreignTargets === 0 && attached === 0 && reached === controls,
  `${tried - same} of ${tried} requests answered otherwise than for an unknown id, ${foreignTargets + attached + seen} foreign targets and sessions seen; ` +
    `control: ${reached} of ${controls} requests of the owner answered`,
)
