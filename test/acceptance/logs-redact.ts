// acceptance: quick
/** Secrets in requests are in no log (most verbose level), metric or error. */
import { randomBytes } from 'node:crypto'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const names = [
  'unknown key',
  'authorization for the site',
  'cookie for the site',
  'other header for the site',
  'password in a URL',
  'token in a URL',
  'password of a proxy',
  'cookie of the site',
  'token in a redirect',
  'text of a page',
  'broken body',
  'wrong value',
] as const
type Name = (typeof names)[number]
const secrets = Object.fromEntries(
  names.map((name) => [name, randomBytes(16).toString('hex')]),
) as Record<Name, string>

/** Control: every secret must be found in the request bodies. */
const sent: string[] = []
await using site = await startSite((incoming, response) => {
  if (incoming.url?.startsWith('/reset')) {
    response.destroy()
    return
  }
  const isRedirect = incoming.url?.startsWith('/redirect') === true
  const headers = {
    'content-type': incoming.url?.startsWith('/file') ? 'application/zip' : 'text/html',
    'set-cookie': `session=${secrets['cookie of the site']}`,
    location: `http://127.0.0.1:1/?token=${secrets['token in a redirect']}`,
  }
  const page = `<p>${secrets['text of a page']}</p>`
  response.writeHead(isRedirect ? 302 : 200, headers).end(page)
  sent.push(JSON.stringify([headers, page, incoming.headers]))
})
const env = {
  WEIR_LOG_LEVEL: 'trace',
  WEIR_PROXY_ENHANCED: `http://user:${secrets['password of a proxy']}@127.0.0.1:1`,
}
await using weir = await startWeir({ env })

const headers = {
  Authorization: `Bearer ${secrets['authorization for the site']}`,
  Cookie: `id=${secrets['cookie for the site']}`,
  'X-Any': secrets['other header for the site'],
}
const host = site.url.replace('http://', '')
const withPassword = `http://user:${secrets['password in a URL']}@${host}`
const withToken = `?token=${secrets['token in a URL']}`
const paths = ['', '/reset', '/redirect', '/file', '/missing']
const targets = [
  ...paths.flatMap((path) => [`${site.url}${path}`, `${withPassword}${path}`]),
  'http://127.0.0.1:1',
  'http://unknown.invalid',
]
const bodies: unknown[] = targets.flatMap((target) => [
  { url: `${target}/${withToken}`, headers, proxy: 'basic', timeout: 2_000 },
  { url: `${target}/${withToken}`, headers, proxy: 'enhanced', timeout: 2_000 },
  { url: `${target}/${withToken}`, minAge: 1 },
])
bodies.push(
  { url: site.url, headers: { 'x-a': `line\n${secrets['other header for the site']}` } },
  { url: 5, timeout: secrets['wrong value'] },
  { url: `nonsense ${secrets['wrong value']}` },
  { url: site.url, proxy: secrets['wrong value'] },
  `{"url": "${secrets['broken body']}`,
)

const failed: string[] = []
async function ask(path: string, body: unknown, key: string): Promise<void> {
  const { body: answer } = await request(weir.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  sent.push(JSON.stringify([key, body]))
  const text = await answer.text()
  if (!text.startsWith('{"success":true')) failed.push(text)
}
for (const body of bodies) await ask('/v2/scrape', body, weir.key)
for (const key of [secrets['unknown key'], `fc-${secrets['unknown key']}`]) {
  await ask('/v2/scrape', { url: site.url }, key)
}
for (const path of ['/v2/team/activity?cursor=', '/v2/scrape/', '/v2/nothing/']) {
  await ask(path + secrets['token in a URL'], undefined, weir.key)
}
await ask('/metrics', undefined, weir.key)

sent.push(env.WEIR_PROXY_ENHANCED)
const said = [weir.output(), ...failed].join('\n')
const wanted = { ...secrets, 'the API key': weir.key.replace('fc-', '') }
const leaked = Object.entries(wanted).filter(([, secret]) => said.includes(secret))
const control = Object.values(secrets).filter((secret) => sent.join().includes(secret)).length

for (const [name, secret] of leaked) {
  const line = said.split('\n').find((text) => text.includes(secret)) ?? ''
  process.stderr.write(`${name}: ${line.slice(0, 500)}\n`)
}
report(
  'logs-redact',
  leaked.length === 0 && failed.length > 20 && control === names.length,
  `${leaked.length} of ${Object.keys(wanted).length} secrets in ${weir.output().split('\n').length} log lines, ${failed.length} failures and the metrics; control ${control} of ${names.length} were sent`,
)
