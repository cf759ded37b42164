import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeys } from '#accounts/keys.ts'
import { matchPath, splitSegments } from '#http/path-pattern.ts'
import { ofOwnSession, roleMatrix, unknownId } from '#test/fixtures/console-roles.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startEdge } from '#test/fixtures/edge.ts'
import { routeRecords, routesInRouter } from '#test/fixtures/router.ts'
import { startService } from '#test/service.ts'

// With every endpoint that there can be.
const service = await startService({ env: { WEIR_ADMIN_KEY: 'a'.repeat(32) } })
disposeAfterTests(service)

const password = 'correct horse battery'
const host = { host: 'localhost:80' }
const own = { ...host, 'x-weir-console': '1', origin: 'http://localhost' }

interface Ask {
  readonly body?: object | undefined
  readonly cookie?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Each request comes from another address unless it says which. */
  readonly address?: string
}

let addresses = 1

/** Sends a request as a page of the console does. */
async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, given: Ask = {}) {
  const { body, cookie, headers = own, address = `127.0.1.${addresses++ % 256}` } = given
  const answer = await service.server.inject({
    method,
    url,
    remoteAddress: address,
    headers: { ...headers, ...(cookie && { cookie }) },
    ...(body && { payload: body }),
  })
  const [set] = [answer.headers['set-cookie'] ?? []].flat()
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json(),
    cookie: set?.split(';')[0] ?? '',
    set,
  }
}

/** A member of the first team with that role: their cookie. */
async function join(role: string, admin: string): Promise<string> {
  const invite = { role, email: `${role}@example.org` }
  const { body } = await ask('POST', '/console/api/invites', { body: invite, cookie: admin })
  const token = new URL(body.data.link).hash.slice(1)
  const use = { token, name: role, password }
  return (await ask('POST', '/console/api/link/use', { body: use })).cookie
}

const cookies: Record<string, string> = {}

test('the first person needs the set-up code, and there is one first person', async () => {
  const person = { email: 'Ada@example.org', name: 'Ada', password }
  assert.equal((await ask('GET', '/console/api/session')).body.data.state, 'set-up')
  const wrong = await ask('POST', '/console/api/set-up', { body: { ...person, code: 'AAAA' } })
  assert.equal(wrong.status, 403)
  const short = { ...person, password: 'eleven char', code: service.setUpCode }
  assert.equal((await ask('POST', '/console/api/set-up', { body: short })).status, 400)
  const made = await ask('POST', '/console/api/set-up', {
    body: { ...person, code: service.setUpCode?.toLowerCase().replaceAll('-', ' ') },
  })
  assert.equal(made.status, 200)
  assert.match(
    made.set ?? '',
    /^weir-http=[\w-]{43}; Expires=.*; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  cookies['operator'] = made.cookie
  const again = { ...person, email: 'eve@example.org', code: service.setUpCode }
  assert.equal((await ask('POST', '/console/api/set-up', { body: again })).status, 409)
  const { data } = (await ask('GET', '/console/api/session', { cookie: made.cookie })).body
  assert.equal(data.role, 'operator')
  assert.equal(data.person.email, 'ada@example.org')
})

test('an invite is used once, and gives its role', async () => {
  const admin = cookies['operator'] ?? ''
  for (const role of ['viewer', 'member', 'admin']) cookies[role] = await join(role, admin)
  const { body } = await ask('POST', '/console/api/invites', {
    body: { role: 'viewer' },
    cookie: admin,
  })
  const token = new URL(body.data.link).hash.slice(1)
  const use = { token, email: 'new@example.org', name: 'New', password }
  assert.equal((await ask('POST', '/console/api/link', { body: { token } })).status, 200)
  assert.equal((await ask('POST', '/console/api/link/use', { body: use })).status, 200)
  assert.equal((await ask('POST', '/console/api/link/use', { body: use })).status, 404)
  assert.equal((await ask('POST', '/console/api/link', { body: { token } })).status, 404)
})

test('the records of endpoints that checks read are those of the service', async () => {
  await using edge = startEdge({ endpoints: await routeRecords() })
  await edge.app.ready()
  const ofRecords = listAddresses(edge.app)
  const different = listAddresses(service.server).symmetricDifference(ofRecords)
  // The HTTP module adds this one itself.
  assert.deepEqual([...different], ['GET /v2/keyless/eligibility', 'HEAD /v2/keyless/eligibility'])
})

const listAddresses = (app: typeof service.server) =>
  new Set(routesInRouter(app).map(({ method, path }) => `${method} ${path}`))

test('the table of roles has every endpoint of the console', async () => {
  const rows = roleMatrix.map(([, method, url]) => ({ method, segments: splitSegments(url) }))
  const missing = (await routeRecords()).flatMap((endpoint) => {
    if (endpoint.access !== 'console' || endpoint.role === 'nobody') return []
    const pattern = splitSegments(endpoint.path)
    const isThere = rows.some(
      ({ method, segments }) => method === endpoint.method && matchPath(pattern, segments),
    )
    return isThere ? [] : [`${endpoint.method} ${endpoint.path}`]
  })
  assert.deepEqual(missing.toSorted(), ofOwnSession.toSorted())
})

test('each role may do what its table says and nothing else', async () => {
  const roles = ['viewer', 'member', 'admin', 'operator']
  const wrong: string[] = []
  for (const [needed, method, url, body] of roleMatrix) {
    for (const role of roles) {
      const { status } = await ask(method, url, { body, cookie: cookies[role] })
      const isAllowed = roles.indexOf(role) >= roles.indexOf(needed)
      if ((status !== 403) !== isAllowed) wrong.push(`${role} ${method} ${url}: ${status}`)
    }
    const without = await ask(method, url, { body })
    if (without.status !== 401) wrong.push(`nobody ${method} ${url}: ${without.status}`)
  }
  assert.deepEqual(wrong, [])
})

test('forged requests are refused, and the true one is accepted', async () => {
  const cookie = cookies['operator'] ?? ''
  const read = '/v2/team/credit-usage'
  const write = '/v2/map'
  const body = { url: 'not a url' }
  const evil = 'https://evil.example'
  const forged: readonly (readonly ['GET' | 'POST', string, Ask])[] = [
    ['GET', read, { cookie, headers: host }],
    ['GET', read, { cookie, headers: { ...own, 'x-weir-console': 'true' } }],
    ['GET', read, { cookie, headers: { ...own, origin: evil } }],
    ['GET', read, { cookie, headers: { ...own, 'sec-fetch-site': 'cross-site' } }],
    ['GET', read, { cookie, headers: { ...own, 'sec-fetch-site': 'same-site' } }],
    ['POST', write, { cookie, body, headers: { ...host, 'x-weir-console': '1' } }],
    ['POST', write, { cookie, body, headers: { ...own, origin: 'null' } }],
    ['POST', write, { cookie, body, headers: { ...own, origin: 'https://localhost' } }],
    ['GET', read, { cookie: cookie.replace('weir-http', '__Host-weir') }],
    ['GET', read, { cookie: `${cookie}; ${cookie}` }],
    ['GET', read, { cookie, headers: { ...own, 'x-weir-team': unknownId } }],
    ['GET', read, { cookie, headers: { ...own, authorization: 'Bearer fc-0000000000000000' } }],
    ['POST', '/console/api/invites', { cookie, body: { role: 'admin' }, headers: host }],
  ]
  for (const [index, [method, url, given]] of forged.entries()) {
    const { status } = await ask(method, url, given)
    assert.ok(status === 401 || status === 403, `forged request ${index}: ${status}`)
  }
  const { status, headers } = await ask('GET', read, { cookie })
  assert.equal(status, 200)
  assert.equal(headers['access-control-allow-origin'], undefined)
  assert.equal(headers.vary, 'Cookie, Origin')
  const preflight = await service.server.inject({ method: 'OPTIONS', url: read, headers: host })
  assert.doesNotMatch(String(preflight.headers['access-control-allow-headers']), /weir/i)
})

test('a sign-in gets a new token, and the old one is worth nothing', async () => {
  const given = { email: 'MEMBER@example.org', password }
  const first = await ask('POST', '/console/api/session', { body: given })
  const second = await ask('POST', '/console/api/session', { body: given, cookie: first.cookie })
  assert.notEqual(first.cookie, second.cookie)
  const read = (cookie: string) => ask('GET', '/console/api/sessions', { cookie })
  assert.equal((await read(first.cookie)).status, 401)
  assert.equal((await read(second.cookie)).status, 200)
  const out = await ask('DELETE', '/console/api/session', { cookie: second.cookie })
  assert.match(out.set ?? '', /^weir-http=; Max-Age=0/)
  assert.equal((await read(second.cookie)).status, 401)
})

const tell = async (email: string) =>
  ask('POST', '/console/api/session', {
    body: { email, password: 'wrong' },
    address: '127.0.2.1',
  })

test('a wrong password and an unknown address get the same answer, and attempts are limited', async () => {
  const known = await tell('viewer@example.org')
  const unknown = await tell('nobody@example.org')
  assert.equal(known.status, 401)
  assert.deepEqual(known.body, unknown.body)
  const statuses = []
  for (let count = 0; count < 6; count += 1) statuses.push((await tell('x@example.org')).status)
  assert.ok(statuses.includes(429), statuses.join(' '))
})

test('failures of a stranger keep out no other address, neither of an account nor of the set-up', async () => {
  const email = 'member@example.org'
  const signIn = (given: string, address: string) =>
    ask('POST', '/console/api/session', { body: { email, password: given }, address })
  const setUp = (address: string) =>
    ask('POST', '/console/api/set-up', {
      body: { code: 'AAAA-AAAA-AAAA', email: 'new@example.org', name: 'New', password },
      address,
    })
  for (const stranger of ['127.0.3.1', '127.0.3.2']) {
    const signIns = []
    for (let count = 0; count < 7; count += 1)
      signIns.push((await signIn('wrong', stranger)).status)
    assert.ok(signIns.includes(429), signIns.join(' '))
    assert.equal((await setUp(stranger)).status, 429)
  }
  assert.equal((await signIn(password, '127.0.3.9')).status, 200)
  assert.equal((await setUp('127.0.3.9')).status, 409)
})

test('a changed role ends the sessions of that person', async () => {
  const { body } = await ask('GET', '/console/api/people', { cookie: cookies['operator'] })
  const viewer = body.data.find(({ email }: { email: string }) => email === 'viewer@example.org')
  const url = `/console/api/people/${viewer.id}`
  const change = { body: { role: 'member' }, cookie: cookies['admin'] }
  assert.equal((await ask('PATCH', url, change)).status, 200)
  const ended = await ask('GET', '/console/api/sessions', { cookie: cookies['viewer'] })
  assert.equal(ended.status, 401)
})

test('what needs the password again is refused eleven minutes later', async () => {
  await service.database.query(
    `update console_sessions set confirmed_at = now() - interval '11 minutes'`,
    [],
  )
  const url = `/console/api/people/${unknownId}`
  const { status, body } = await ask('DELETE', url, { cookie: cookies['admin'] })
  assert.equal(status, 403)
  assert.equal(body.reason, 'password_needed')
})

test('an unrestricted key of the first team opens the console, a restricted one does not', async () => {
  const keys = createKeys(service)
  const { body } = await ask('GET', '/console/api/session', { cookie: cookies['operator'] })
  const teamId = body.data.team.id
  const make = (allowedFormats: readonly string[]) =>
    keys.create({ teamId, name: 'console', allowedEndpoints: [], allowedFormats })
  const signIn = (key: string) => ask('POST', '/console/api/session', { body: { key } })
  const opened = await signIn((await make([])).key)
  assert.equal(opened.status, 200)
  const { body: state } = await ask('GET', '/console/api/session', { cookie: opened.cookie })
  assert.equal(state.data.person, null)
  assert.equal(state.data.role, 'operator')
  assert.equal((await signIn((await make(['markdown'])).key)).status, 403)
  assert.equal((await signIn('fc-00000000000000000000000000000000')).status, 401)
})
