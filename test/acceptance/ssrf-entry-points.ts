/**
 * No URL of a caller or of a site leads the service to a private address, whichever entry point it uses.
 * Control: the same entry points, with private ranges allowed by the operator. Modules other than `net` open no connections.
 */
import type { ServerResponse } from 'node:http'
import { report } from '#test/fixtures/acceptance.ts'
import { obeyOrders } from '#test/fixtures/agent-attempts.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { startCanary } from '#test/fixtures/canary.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { entryPoints as all, type EntryPoint } from '#test/fixtures/entry-points.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import { findNetworkUses, networkUses } from '#test/fixtures/network-use.ts'
import { privateTargets } from '#test/fixtures/private-targets.ts'
import { urlFields } from '#test/fixtures/url-fields.ts'
import { startScriptedModel } from '#test/scripted-model.ts'
import { startService } from '#test/service.ts'

enterNamespace()
await using dns = await startDns()
await using canary = await startCanary(80, answerLeading)
await using model = await startScriptedModel(obeyOrders)

const missingSessions = await missingForSessions()
const entryPoints = all.filter(
  ({ needsSessions }) => !needsSessions || missingSessions === undefined,
)

const byName = new Map(entryPoints.map((entryPoint) => [entryPoint.name, entryPoint]))
const alwaysRefused = entryPoints.filter(({ isAlwaysRefused }) => isAlwaysRefused).length
/** Targets that an operator can allow and that a page can request. */
const openMin = 24
const makeTarget = (name: string, n: number) =>
  `${privateTargets[n] ?? ''}/to/${name}/${n}${byName.get(name)?.ending ?? ''}`
/** Header values are bytes. */
const toBytes = (text: string) => Buffer.from(text).toString('latin1')

/** `scrape-redirect.7.pub.test` leads through that entry point to the eighth target. */
function answerLeading(url: URL, response: ServerResponse): boolean {
  if (url.pathname.endsWith('/oauth2/v2.0/token')) {
    response.end(JSON.stringify({ access_token: 'token', expires_in: 3_600 }))
    return true
  }
  if (url.hostname === 'searxng.pub.test') {
    const [title, n] = /number (\d+)/.exec(url.searchParams.get('q') ?? '') ?? []
    const result = { url: makeTarget('search', Number(n)), title, content: title }
    response.end(JSON.stringify({ results: [result] }))
    return true
  }
  const [name = '', n = ''] = url.hostname.split('.')
  const answer = byName.get(name)?.lead?.(url.pathname, makeTarget(name, Number(n)))
  if (!answer) return false
  const { status = 200, location, type = 'text/html', text } = answer
  const headers = { 'content-type': type, ...(location && { location: toBytes(location) }) }
  response.writeHead(status, headers).end(text)
  return true
}

const listTries = ({ name, lead }: EntryPoint) =>
  privateTargets.map((_, n) => {
    const target = makeTarget(name, n)
    return { target, url: lead ? `http://${name}.${n}.pub.test/` : target }
  })

/** Number of targets reached through each entry point. */
async function attack(openedCidrs: string) {
  canary.reset()
  canary.paths.length = 0
  await using service = await startService({
    env: {
      WEIR_ALLOWED_PRIVATE_CIDRS: openedCidrs,
      WEIR_BROWSER_PAGES_MAX: '4',
      WEIR_AZURE_LOGIN_URL: 'http://login.pub.test',
      WEIR_LLM_PROVIDER: 'compatible',
      WEIR_LLM_MODEL: 'scripted',
      WEIR_LLM_URL: model.urls.compatible,
      WEIR_LLM_CONTEXT: '131072',
      WEIR_SEARCH: 'web',
      WEIR_SEARXNG_URL: 'http://searxng.pub.test',
      WEIR_SEARCH_PROVIDERS: 'searxng',
      WEIR_SEARCH_INDEX: 'off',
    },
  })
  for (const entryPoint of entryPoints) {
    dns.reset()
    await entryPoint.attempt(service, listTries(entryPoint))
  }
  const document = (await service.server.inject({ url: '/v2/openapi.json' })).json()
  const reached = (name: string) =>
    new Set(canary.paths.flatMap((path) => new RegExp(`^/to/${name}/(\\d+)`).exec(path)?.[1] ?? []))
      .size
  const hits = new Map(entryPoints.map(({ name }) => [name, reached(name)]))
  return { hits, connections: canary.touched.connections, fields: urlFields(document) }
}

/** Control: lines that the search must find. */
const offenders = [
  `import { connect } from 'node:net'`,
  `import https from 'https'`,
  `const { lookup } = await import('node:dns/promises')`,
  `import { request } from 'undici'`,
  `  const answer = await fetch(url)`,
  `  globalThis['fetch'](url)`,
  `const net = process.getBuiltinModule('net')`,
  `  await context.request.get(url)`,
  `const require = createRequire(import.meta.url)`,
]

const ours = await attack('')
const open = await attack('0.0.0.0/0,::/0')
const sum = (hits: ReadonlyMap<string, number>) => [...hits.values()].reduce((a, b) => a + b, 0)
const leaking = entryPoints.filter(({ name }) => (ours.hits.get(name) ?? 0) > 0)
/** Control: an entry point that reaches nothing when it is allowed to was not tested. */
const untried = entryPoints.filter(
  ({ name, isAlwaysRefused }) => (open.hits.get(name) ?? 0) < (isAlwaysRefused ? 0 : openMin),
)
const reachedButRefused = entryPoints.filter(
  ({ name, isAlwaysRefused }) => isAlwaysRefused && (open.hits.get(name) ?? 0) > 0,
)
const tried = new Set(entryPoints.flatMap(({ fields = [] }) => fields))
const missing = ours.fields.filter((field) => !tried.has(field))
const { uses, files } = findNetworkUses()
const planted = offenders.filter(
  (line) => networkUses('features/scrape/scrape.ts', line).length > 0,
)

for (const [what, names] of Object.entries({
  leaking: [...leaking, ...reachedButRefused].map(({ name }) => name),
  'not opened by the control': untried.map(({ name }) => name),
  'fields without an entry point': missing,
  'connections outside net': uses,
})) {
  if (names.length > 0) process.stderr.write(`${what}: ${names.join(', ')}\n`)
}
report(
  'ssrf-entry-points',
  privateTargets.length === 40 &&
    sum(ours.hits) + ours.connections === 0 &&
    leaking.length + reachedButRefused.length + untried.length + missing.length + uses.length ===
      0 &&
    planted.length === offenders.length,
  `${sum(ours.hits)} of ${entryPoints.length} entry points x ${privateTargets.length} reached${missingSessions === undefined ? '' : ' (no browser sessions)'}, ${ours.connections} connections; ` +
    `control ${sum(open.hits)} through ${entryPoints.length - untried.length - reachedButRefused.length} entry points, ${alwaysRefused} of them always refused; ` +
    `${missing.length} of ${ours.fields.length} URL fields untried; ` +
    `${uses.length} raw network imports in ${files} files, control ${planted.length} of ${offenders.length} planted`,
)
