import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Email } from 'postal-mime'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck } from '#test/fixtures/finished-job.ts'
import { startMailServer } from '#test/fixtures/mail-server.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

let text = 'The first text.'
const mailServer = await startMailServer()
const service = await startService({
  env: {
    WEIR_SMTP_URL: mailServer.url,
    WEIR_MAIL_FROM: 'Weir <weir@example.com>',
    WEIR_PUBLIC_URL: 'https://weir.example',
  },
})
const site = await startPages({ '/': () => article('Page', text) })
disposeAfterTests(mailServer, service, site)

async function monitorFor(recipients: string[], email: object = {}, name = 'Watch <the> page') {
  const body = {
    name,
    schedule: { text: 'daily' },
    targets: [{ type: 'scrape', urls: [`${site.url}/`] }],
    notification: { email: { enabled: true, recipients, ...email } },
  }
  const answer = await service.ask('POST', '/v2/monitor', { body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data
}

const check = (id: string) => finishedCheck(service, id)

async function mailTo(address: string, count: number): Promise<Email[]> {
  for (;;) {
    const mails = mailServer.mails.filter(({ to }) => to?.[0]?.address === address)
    if (mails.length >= count) return mails
    await setTimeout(50)
  }
}

const tokenIn = (mail: Email | undefined, purpose: string) =>
  new RegExp(`https://weir\\.example/monitor/email/${purpose}\\?token=([\\w-]+)`).exec(
    mail?.text ?? '',
  )?.[1] ?? ''

const post = (purpose: string, token: string) =>
  service.server.inject({
    method: 'POST',
    url: `/v2/monitor/email/${purpose}`,
    payload: { token },
  })

test('only confirmed recipients get e-mails, and only for changes', async () => {
  const { id, emailRecipientSubscriptions } = await monitorFor(['a@example.com', 'b@example.com'], {
    includeDiffs: true,
  })
  assert.deepEqual(
    emailRecipientSubscriptions.map(({ status }: { status: string }) => status),
    ['pending', 'pending'],
  )
  const [question] = await mailTo('a@example.com', 1)
  const token = tokenIn(question, 'confirm')
  assert.equal((await post('confirm', token)).json().result, 'confirmed')
  assert.equal((await post('confirm', token)).json().result, 'already_confirmed')

  const first = await check(id)
  assert.equal(first.notificationStatus.email.queued, true)
  const same = await check(id)
  assert.equal(same.notificationStatus.email.skipped, 'no_changes')
  text = '++i is the second text.'
  await check(id)
  const [, news, change] = await mailTo('a@example.com', 3)
  assert.equal(news?.subject, 'Watch <the> page: 1 new')
  assert.equal(change?.subject, 'Watch <the> page: 1 changed')
  assert.match(change?.text ?? '', /^-.*first text.*\n\+.*second text/m)
  assert.match(change?.html ?? '', /Watch &lt;the&gt; page/)
  assert.match(change?.html ?? '', /second text/)
  assert.equal(change?.from?.address, 'weir@example.com')
  const header = (name: string) => change?.headers.find(({ key }) => key === name)?.value
  assert.match(header('list-unsubscribe') ?? '', /^<https:\/\/weir\.example\/monitor/)

  const out = tokenIn(change, 'unsubscribe') || (change?.text ?? '').replace(/.*token=/s, '').trim()
  assert.equal((await post('unsubscribe', out)).json().result, 'unsubscribed')
  assert.equal((await post('unsubscribe', out)).json().result, 'already_unsubscribed')
  assert.equal((await post('confirm', token)).json().result, 'already_unsubscribed')
  text = 'The third text.'
  const last = await check(id)
  assert.equal(last.notificationStatus.email.skipped, 'no_confirmed_recipients')
  assert.equal((await mailTo('b@example.com', 1)).length, 1)
  assert.equal((await mailTo('a@example.com', 3)).length, 3)
})

const hostile = `<img src=x onerror=alert(1)><script>alert(1)</script><style>*{display:none}</style>`

/** Two e-mails about the page, with a change between them. */
async function awaitMails(address: string, name: string): Promise<readonly Email[]> {
  text = 'The text before.'
  const { id } = await monitorFor([address], { includeDiffs: true }, name)
  const [question] = await mailTo(address, 1)
  await post('confirm', tokenIn(question, 'confirm'))
  await check(id)
  text = `Now ${hostile.replaceAll('<', '&lt;')} stands here, and it says more than before.`
  await check(id)
  return mailTo(address, 3)
}

test('markup in the name of a monitor is text in an e-mail', async () => {
  for (const { html = '' } of await awaitMails('markup@example.com', `Name ${hostile}`)) {
    assert.doesNotMatch(html, /<(img|script)|<style>\*/)
  }
})

test('markup and styles of a page are text in an e-mail', async () => {
  const mails = await awaitMails('styles@example.com', 'Page')
  const change = mails.find(({ html = '' }) => html.includes('onerror'))
  assert.ok(change, 'the change is shown')
  assert.match(change.html ?? '', /&lt;style&gt;/)
  assert.doesNotMatch(change.html ?? '', /<(img|script)|<style>\*/)
})

test('a name cannot inject e-mail headers', async () => {
  const mails = await awaitMails('header@example.com', 'Name\r\nBcc: other@example.com\r\n\r\nText')
  for (const { headers, bcc } of mails) {
    assert.equal(bcc, undefined)
    assert.ok(!headers.some(({ key }) => key === 'bcc'))
  }
})

test('unknown tokens are refused', async () => {
  const unknown = await post('confirm', 'x'.repeat(40))
  assert.equal(unknown.statusCode, 404)
  assert.deepEqual(unknown.json(), { success: false, error: 'not_found' })
  const malformed = await post('unsubscribe', 'short')
  assert.equal(malformed.statusCode, 400)
  assert.deepEqual(malformed.json(), { success: false, error: 'invalid_token' })
  const token = 'x'.repeat(40)
  const url = `/v2/monitor/email/confirm?token=${token}`
  const inQuery = await service.server.inject({ method: 'POST', url, payload: {} })
  assert.deepEqual(inQuery.json(), { success: false, error: 'invalid_token' })
})

test('links of e-mails open confirmation pages', async () => {
  for (const purpose of ['confirm', 'unsubscribe']) {
    const page = await service.server.inject({ url: `/monitor/email/${purpose}?token=x` })
    assert.match(page.body, new RegExp(`data-purpose="${purpose}"`))
  }
  assert.equal(
    (await service.server.inject({ url: '/monitor/email/subscription.js' })).statusCode,
    200,
  )
})

test('pages behind e-mail links do not echo their URL', async () => {
  for (const purpose of ['confirm', 'unsubscribe']) {
    const token = encodeURIComponent('"><script>alert(1)</script>')
    const page = await service.server.inject({
      url: `/monitor/email/${purpose}?token=${token}&title=${token}`,
    })
    assert.doesNotMatch(page.body, /alert\(1\)/)
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  }
})

test('one-click unsubscribe works', async () => {
  await monitorFor(['one-click@example.com'])
  const [question] = await mailTo('one-click@example.com', 1)
  const url = question?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const answer = await service.server.inject({
    method: 'POST',
    url: url.replace(/^<https:\/\/weir\.example|>$/g, ''),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  assert.equal(answer.statusCode, 200, answer.body)
  const again = await post('unsubscribe', tokenIn(question, 'unsubscribe'))
  assert.equal(again.json().result, 'already_unsubscribed')
})

const subjectsTo = (address: string) =>
  mailServer.mails.filter(({ to }) => to?.[0]?.address === address).map(({ subject }) => subject)

/** Waits until everything that is due has been sent. */
async function untilSent(): Promise<void> {
  const waiting = `select count(*)::integer as count from mails where state = 'waiting'`
  const count = async () => (await service.database.query<{ count: number }>(waiting))[0]?.count
  while ((await count()) !== 0) await setTimeout(50)
}

test('a monitor name is not in the subject of a confirmation e-mail and not linked in its text', async () => {
  const name = `You won! Go to https://evil.example/win or mail boss@evil.example ${'x'.repeat(180)}`
  await monitorFor(['asked@example.com'], {}, name)
  const [question] = await mailTo('asked@example.com', 1)
  assert.equal(question?.subject, 'Confirm e-mails from Weir')
  for (const body of [question?.text ?? '', question?.html ?? '']) {
    assert.match(body, /You won/)
    assert.doesNotMatch(body, /evil\.example|boss@|x{60}/)
  }
})

test('an address gets at most three confirmation e-mails a day from all teams', async () => {
  const { key } = await addTeam(service.database)
  for (let n = 0; n < 12; n++) {
    const body = {
      name: `Page ${n}`,
      schedule: { text: 'daily' },
      targets: [{ type: 'scrape', urls: [`${site.url}/`] }],
      notification: { email: { enabled: true, recipients: ['Flooded@Example.com'] } },
    }
    const given = n % 2 === 0 ? { body } : { body, key }
    assert.equal((await service.ask('POST', '/v2/monitor', given)).status, 200)
  }
  await untilSent()
  assert.equal(subjectsTo('flooded@example.com').length, 3)
  await service.database.query(
    `update mails set created_at = created_at - interval '1 day' where purpose = 'confirmation'`,
  )
  await monitorFor(['flooded@example.com'])
  await untilSent()
  assert.equal(subjectsTo('flooded@example.com').length, 4)
})

test('a team sends at most a hundred confirmation e-mails a day', async () => {
  const { key } = await addTeam(service.database)
  for (let n = 0; n < 5; n++) {
    const recipients = Array.from({ length: 25 }, (_, i) => `many-${n}-${i}@example.com`)
    const body = {
      name: 'Page',
      schedule: { text: 'daily' },
      targets: [{ type: 'scrape', urls: [`${site.url}/`] }],
      notification: { email: { enabled: true, recipients } },
    }
    assert.equal((await service.ask('POST', '/v2/monitor', { body, key })).status, 200)
  }
  await untilSent()
  const asked = mailServer.mails.filter(({ to }) => to?.[0]?.address?.startsWith('many-'))
  assert.equal(asked.length, 100)
})

test('an address that declined gets no further confirmation e-mails', async () => {
  const { key } = await addTeam(service.database)
  await monitorFor(['never@example.com'])
  const [question] = await mailTo('never@example.com', 1)
  await post('unsubscribe', tokenIn(question, 'unsubscribe'))
  for (const each of [{}, { key }]) {
    const body = {
      name: 'Another page',
      schedule: { text: 'daily' },
      targets: [{ type: 'scrape', urls: [`${site.url}/`] }],
      notification: { email: { enabled: true, recipients: ['NEVER@example.com'] } },
    }
    const answer = await service.ask('POST', '/v2/monitor', { body, ...each })
    assert.equal(answer.body.data.emailRecipientSubscriptions[0].status, 'unsubscribed')
  }
  await untilSent()
  assert.equal(subjectsTo('never@example.com').length, 1)
})
