import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { rotateSecret } from '#compose-secret.ts'
import { readConfig } from '#config.ts'
import { isGenuine } from '#delivery/signature.ts'
import { createWebhookSecrets } from '#accounts/webhook-secrets.ts'
import { beginChange } from '#storage/check-secret.ts'
import { createProfileStore } from '#storage/profile-store.ts'
import { createSeal } from '#storage/seal.ts'
import { createSecret } from '#storage/secret.ts'
import type { Sql } from '#storage/database.ts'
import { testDatabase } from '#test/database.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { startMailServer } from '#test/fixtures/mail-server.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { until } from '#test/fixtures/until.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

const former = 'the secret of this service until now'
const current = 'the secret of this service from now on'
const database = await testDatabase()
const mailServer = await startMailServer()
const told: { readonly headers: Readonly<Record<string, string>>; readonly text: string }[] = []
const receiver = await startSite((request, response) => {
  void receive(request).then(() => response.end())
})

async function receive(request: IncomingMessage) {
  const text = (await buffer(request)).toString()
  told.push({ headers: request.headers as Record<string, string>, text })
}
const site = await startPages({ '/': article('Page', 'Some text.'), '/file.bin': { status: 500 } })
disposeAfterTests(database, mailServer, receiver, site)

const before = { WEIR_SECRET: former }
const during = { WEIR_SECRET: current, WEIR_SECRET_PREVIOUS: former }
const after = { WEIR_SECRET: current }
const mail = { WEIR_SMTP_URL: mailServer.url, WEIR_PUBLIC_URL: 'https://weir.example' }
const start = (env: Readonly<Record<string, string>>) =>
  startService({ databaseUrl: database.url, env: { ...mail, ...env } })
type Service = Awaited<ReturnType<typeof start>>

const deriveKey = (env: { readonly WEIR_SECRET: string; readonly WEIR_SECRET_PREVIOUS?: string }) =>
  createSecret({
    configured: env.WEIR_SECRET,
    previous: env.WEIR_SECRET_PREVIOUS,
    dataDir: '',
  })

/** Columns with a value that the secret has encrypted as an object, a text or a profile. */
async function columnsSealedBy(secret: string, sql: Sql): Promise<string[]> {
  const seal = createSeal(deriveKey({ WEIR_SECRET: secret }))
  const found = new Set<string>()
  const tables = await sql.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    [],
  )
  for (const { name } of tables) {
    for (const row of await sql.query<Record<string, unknown>>(`select * from ${name}`, [])) {
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'string' && (await canOpen(seal, value)))
          found.add(`${name}.${column}`)
      }
    }
  }
  return [...found].toSorted()
}

async function canOpen(seal: ReturnType<typeof createSeal>, text: string): Promise<boolean> {
  try {
    return (await seal.openBytes(text.replace(/^sealed:/, ''))).length > 0
  } catch {
    return false
  }
}

async function send(service: Service, path: string, body: object) {
  const headers = { 'x-idempotency-key': crypto.randomUUID() }
  const answer = await service.ask('POST', path, { body, headers })
  assert.ok(answer.status < 300 || path === '/v2/scrape', `${path} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const secretUrl = `${site.url.replace('://', '://user:password@')}/`

/** Work that leaves something encrypted in every table that the API fills without a language model. */
async function work(service: Service): Promise<{ readonly monitorId: string }> {
  await send(service, '/v2/scrape', { url: secretUrl, maxAge: 0, headers: { cookie: 'a=b' } })
  await send(service, '/v2/scrape', {
    url: `${site.url}/`,
    actions: [{ type: 'wait', milliseconds: 1 }],
  })
  const webhook = { url: receiver.url, headers: { authorization: 'token' } }
  const urls = [secretUrl, `${secretUrl}file.bin`, 'http://user:password@127.0.0.1:1/']
  const { id } = await send(service, '/v2/batch/scrape', { urls, webhook })
  await finishedJob(service, `/v2/batch/scrape/${id}`)
  // It takes no events, so that they stay.
  const destination = { type: 'http', url: `${site.url}/file.bin` }
  const siem = { enabled: true, origin: 'test', destination }
  const put = await service.ask('PUT', '/v2/team/siem', { body: siem })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  const crawl = await send(service, '/v2/crawl', { url: secretUrl, webhook, limit: 1 })
  await finishedJob(service, `/v2/crawl/${crawl.id}`)
  const monitor = await send(service, '/v2/monitor', {
    name: 'Page',
    schedule: { text: 'daily' },
    targets: [{ type: 'scrape', urls: [secretUrl] }],
    webhook,
    notification: { email: { enabled: true, recipients: ['a@example.com'] } },
  })
  await until(() => mailServer.mails.length > 0)
  return { monitorId: monitor.data.id }
}

test('a change of the secret loses nothing: links, webhooks, profiles and stored values', async () => {
  let monitorId = ''
  let unsubscribe = ''
  const profile = { teamId: '', name: 'shop' }
  {
    await using service = await start(before)
    await service.begin()
    monitorId = (await work(service)).monitorId
    unsubscribe = /unsubscribe\?token=([\w-]+)/.exec(mailServer.mails[0]?.text ?? '')?.[1] ?? ''
    const [team] = await database.query<{ id: string }>('select id from teams', [])
    profile.teamId = team?.id ?? ''
    const lease = await createProfileStore({ database, deriveKey: deriveKey(before) }) //
      .startWriting(profile, 60_000)
    await lease?.save('cookies')
    await lease?.release()
  }
  assert.notEqual(unsubscribe, '')
  const sealedBefore = await columnsSealedBy(former, database)
  assert.ok(sealedBefore.length >= 8, `the control: ${sealedBefore.join(' ')}`)

  {
    await using service = await start(during)
    await service.begin()
    const shown = await service.ask('GET', `/v2/monitor/${monitorId}`)
    assert.equal(shown.body.data.targets[0].urls.length, 1)
    const known = told.length
    const { id } = await send(service, '/v2/batch/scrape', {
      urls: [`${site.url}/`],
      webhook: receiver.url,
    })
    await finishedJob(service, `/v2/batch/scrape/${id}`)
    assert.ok(await until(() => told.length > known))
    for (const env of [before, after]) {
      const secrets = createWebhookSecrets({ database, deriveKey: deriveKey(env) })
      const secret = (await secrets.read(profile.teamId)) ?? ''
      const { headers = {}, text = '' } = told.at(-1) ?? {}
      assert.ok(isGenuine(headers, text, { secret, now: new Date() }), env.WEIR_SECRET)
    }
    const rotate = () =>
      rotateSecret(readConfig({ DATABASE_URL: database.url, ...during }), {
        signal: AbortSignal.timeout(60_000),
        report: () => {},
      })
    assert.ok((await rotate()) >= 8)
    assert.deepEqual(await columnsSealedBy(former, database), [])
    const sealedNow = await columnsSealedBy(current, database)
    assert.deepEqual(
      sealedBefore.filter((column) => !sealedNow.includes(column)),
      [],
    )
    assert.equal(await rotate(), 0)
  }

  await assert.rejects(start(before), /WEIR_SECRET is not the secret/)
  await using service = await start(after)
  await service.begin()
  const shown = await service.ask('GET', `/v2/monitor/${monitorId}`)
  assert.equal(shown.body.data.targets[0].urls.length, 1)
  const store = createProfileStore({ database, deriveKey: deriveKey(after) })
  assert.equal(await store.read(profile), 'cookies')
  const left = await service.server.inject({
    method: 'POST',
    url: '/v2/monitor/email/unsubscribe',
    payload: { token: unsubscribe },
  })
  assert.equal(left.json().result, 'unsubscribed')
})

test('a change that has begun needs both secrets until it has ended', async () => {
  await using other = await testDatabase()
  const begin = async (env: Readonly<Record<string, string>>) => {
    await using service = await startService({ databaseUrl: other.url, env })
    await service.begin()
  }
  await begin(before)
  // Without the former secret nothing says which values it encrypted.
  await assert.rejects(begin(after), /WEIR_SECRET_PREVIOUS/)
  await begin(during)
  await beginChange(other, deriveKey(during))
  await assert.rejects(begin(after), /is being changed/)
  await begin(during)
  await begin({ WEIR_SECRET: former, WEIR_SECRET_PREVIOUS: current })
})
