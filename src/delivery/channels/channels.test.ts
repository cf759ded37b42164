import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createGuard } from '#net/guard.ts'
import { createPost } from '#net/post.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import type { ChannelMessage } from './channel.ts'
import { channelServices, describeReceiver, openChannel } from './open-channel.ts'

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Accepts everything, and keeps the last request. */
let received: Received | undefined
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request
    received = { method, path, headers, body: Buffer.concat(chunks).toString() }
    response.end('{}')
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const { port } = server.address() as AddressInfo
const { post, ...client } = createPost({ guard: createGuard({ allowedCidrs: ['127.0.0.0/8'] }) })
after(() => client[Symbol.asyncDispose]())

const message: ChannelMessage = {
  title: 'Kettle: 1 changed',
  text: 'changed: https://shop.example/kettle\nprice is below 32: 31.5 <b> & more',
  link: 'https://weir.example/console/monitors/1',
  subject: 'monitor-1',
}

function open(url: string) {
  const channel = openChannel(url)
  assert.ok(typeof channel !== 'string', url)
  return channel
}

/** Sends the message of a channel to the local server in place of its host; returns what arrived, and the host. */
async function send(url: string, id = 'delivery-1') {
  const { method, url: address, headers, body } = open(url).write(message, id)
  const { origin, pathname, search } = new URL(address)
  const local = `http://127.0.0.1:${port}${pathname}${search}`
  await post({ url: local, method, headers, body }, callerUntil())
  assert.ok(received)
  const isForm = received.headers['content-type'] === 'application/x-www-form-urlencoded'
  const fields = isForm
    ? Object.fromEntries(new URLSearchParams(received.body))
    : (JSON.parse(received.body) as Record<string, unknown>)
  return { ...received, origin, fields }
}

test('Slack gets its text by an incoming webhook, or from a bot', async () => {
  const hook = await send('slack://T0ABC/B0DEF/secretToken')
  assert.equal(hook.origin + hook.path, 'https://hooks.slack.com/services/T0ABC/B0DEF/secretToken')
  assert.match(
    String(hook.fields['text']),
    /^\*Kettle: 1 changed\*\n\nchanged: .*&lt;b&gt; &amp; more\n\nhttps:\/\/weir/s,
  )
  assert.equal(open('https://hooks.slack.com/services/T0ABC/B0DEF/x').url, 'slack://T0ABC/B0DEF/x')
  const bot = await send('slack://xoxb-12-34/%23prices')
  assert.equal(bot.origin + bot.path, 'https://slack.com/api/chat.postMessage')
  assert.equal(bot.headers['authorization'], 'Bearer xoxb-12-34')
  assert.equal(bot.fields['channel'], '#prices')
  const { findFailure } = open('slack://xoxb-12-34/%23prices')
  assert.equal(
    findFailure?.({ ok: false, error: 'not_in_channel' }),
    'Slack refuses the message: not_in_channel.',
  )
  assert.equal(findFailure?.({ ok: true }), undefined)
})

test('Discord gets an embed that mentions no one', async () => {
  const { origin, path, fields } = await send('https://discord.com/api/webhooks/123/a-b_c')
  assert.equal(origin + path, 'https://discord.com/api/webhooks/123/a-b_c')
  assert.deepEqual(fields, {
    embeds: [{ title: message.title, description: message.text, url: message.link }],
    allowed_mentions: { parse: [] },
  })
})

test('Teams gets an adaptive card by a workflow', async () => {
  const native =
    'https://prod-01.westeurope.logic.azure.com:443/workflows/0a1b/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=s%2Fig'
  assert.equal(open(native).url, 'workflows://prod-01.westeurope.logic.azure.com/0a1b/s%2Fig')
  const { origin, path, fields } = await send(native)
  const address = new URL(origin + path)
  assert.equal(address.pathname, '/workflows/0a1b/triggers/manual/paths/invoke')
  assert.equal(address.searchParams.get('sig'), 's/ig')
  const { type, attachments } = fields as {
    type: string
    attachments: { contentType: string; content: { type: string; body: { text: string }[] } }[]
  }
  assert.deepEqual(
    [type, attachments[0]?.contentType],
    ['message', 'application/vnd.microsoft.card.adaptive'],
  )
  assert.deepEqual(
    attachments[0]?.content.body.map(({ text }) => text),
    [message.title, message.text],
  )
})

test('Telegram gets plain text from the bot', async () => {
  const { origin, path, fields } = await send('tgram://123456:AAbbCCddEEff/-100200')
  assert.equal(origin + path, 'https://api.telegram.org/bot123456:AAbbCCddEEff/sendMessage')
  assert.equal(fields['chat_id'], '-100200')
  assert.match(String(fields['text']), /^Kettle: 1 changed\n\n.*monitors\/1$/s)
})

test('Matrix gets a message whose transaction is that of the delivery', async () => {
  const { method, origin, path, headers, fields } = await send(
    'matrixs://syt_tok@chat.example:8448/!abc:chat.example',
    'id/1',
  )
  assert.equal(method, 'PUT')
  assert.equal(origin, 'https://chat.example:8448')
  assert.equal(path, '/_matrix/client/v3/rooms/!abc%3Achat.example/send/m.room.message/id%2F1')
  assert.equal(headers['authorization'], 'Bearer syt_tok')
  assert.equal(fields['msgtype'], 'm.text')
})

test('ntfy gets JSON at its root, on the public server or an own one', async () => {
  const own = await send('ntfy://tk_1@ntfy.example:8080/kettle?priority=high')
  assert.equal(own.origin + own.path, 'http://ntfy.example:8080/')
  assert.equal(own.headers['authorization'], 'Bearer tk_1')
  assert.deepEqual(own.fields, {
    topic: 'kettle',
    title: message.title,
    message: message.text,
    priority: 4,
    click: message.link,
  })
  assert.equal((await send('ntfy://kettle')).origin, 'https://ntfy.sh')
  const { headers } = await send('ntfys://ada:pass%40word@ntfy.example/kettle')
  assert.equal(headers['authorization'], `Basic ${btoa('ada:pass@word')}`)
})

test('Gotify gets its token in a header', async () => {
  const { origin, path, headers, fields } = await send('gotifys://gotify.example/under/Tok.en')
  assert.equal(origin + path, 'https://gotify.example/under/message')
  assert.equal(headers['x-gotify-key'], 'Tok.en')
  assert.equal(fields['title'], message.title)
  assert.ok(!path.includes('Tok'))
})

test('Pushover and Twilio get forms', async () => {
  const user = 'u'.repeat(30)
  const pushover = await send(`pover://${user}@${'a'.repeat(30)}/phone`)
  assert.equal(pushover.origin + pushover.path, 'https://api.pushover.net/1/messages.json')
  assert.deepEqual(pushover.fields, {
    token: 'a'.repeat(30),
    user,
    device: 'phone',
    title: message.title,
    message: message.text,
    url: message.link,
  })
  const sms = await send('twilio://AC1:tok@15551234567/491701234567')
  assert.equal(
    sms.origin + sms.path,
    'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
  )
  assert.deepEqual([sms.fields['From'], sms.fields['To']], ['+15551234567', '+491701234567'])
})

test('PagerDuty and Opsgenie join what is about the same monitor', async () => {
  const key = 'k'.repeat(32)
  const pager = await send(`pagerduty://${key}@api`)
  assert.equal(pager.origin + pager.path, 'https://events.pagerduty.com/v2/enqueue')
  const { routing_key: routing, event_action: action, dedup_key: dedup, payload } = pager.fields
  assert.deepEqual([routing, action, dedup], [key, 'trigger', message.subject])
  const { summary, source, severity } = payload as Record<string, unknown>
  assert.deepEqual([summary, source, severity], [message.title, 'Weir', 'info'])
  const ops = await send(`opsgenie://${'a-b-'.repeat(9)}?region=eu`)
  assert.equal(ops.origin + ops.path, 'https://api.eu.opsgenie.com/v2/alerts')
  assert.equal(ops.headers['authorization'], `GenieKey ${'a-b-'.repeat(9)}`)
  assert.deepEqual([ops.fields['message'], ops.fields['alias']], [message.title, message.subject])
})

test('long texts are cut to what each service takes', () => {
  const long = { ...message, title: 'T'.repeat(2_000), text: '😀'.repeat(40_000) }
  const limits: readonly (readonly [url: string, member: string, lengthMax: number])[] = [
    ['tgram://123456:AAbbCCddEEff/1', 'text', 4_096],
    ['ntfy://kettle', 'message', 4_096],
    [`opsgenie://${'a'.repeat(30)}`, 'message', 130],
  ]
  for (const [url, member, lengthMax] of limits) {
    const fields = JSON.parse(open(url).write(long, '1').body) as Record<string, string>
    const text = fields[member] ?? ''
    assert.ok(text.length > 0 && text.length <= lengthMax, `${url}: ${text.length}`)
    assert.ok(text.isWellFormed(), url)
  }
})

test('each form of a URL that is shown names a service, and wrong ones say what is needed', () => {
  for (const { form, schemes } of channelServices)
    assert.ok(
      schemes.some((scheme) => form.includes(`${scheme}://`)),
      form,
    )
  const wrong = [
    ['slack://T0ABC', /three tokens/],
    ['slack://xoxb-1', /a bot and a channel/],
    ['workflows://a^b/id/signature', /a host, an id/],
    ['discord://abc/def', /an id and a token/],
    ['tgram://token/1', /a token and a chat/],
    ['matrixs://ada:pass@host/#room', /internal id/],
    ['ntfy://host/one/two', /needs a topic/],
    ['gotify://host', /a host and a token/],
    ['pover://token', /key of a user/],
    ['opsgenie://x', /key of an integration/],
    ['mailto://a@example.com', /not the URL of a channel/],
    ['https://example.com/hook', /not the URL of a channel/],
    ['nothing', /not the URL of a channel/],
  ] as const
  for (const [url, reason] of wrong) {
    const problem = openChannel(url)
    assert.ok(typeof problem === 'string', url)
    assert.match(problem, reason)
  }
})

test('a receiver is described without secrets', () => {
  assert.equal(describeReceiver('slack://T0ABC/B0DEF/secret'), 'Slack: incoming webhook')
  assert.equal(describeReceiver('ntfys://tk_1@ntfy.example/kettle'), 'ntfy: ntfy.example/kettle')
  assert.equal(
    describeReceiver('tgram://123456:AAbbCCddEEff/42'),
    'Telegram: chat @42'.replace('@', ''),
  )
  assert.equal(describeReceiver('https://example.com/hook'), 'https://example.com/hook')
  assert.equal(describeReceiver('gone://secret'), 'gone://')
})
