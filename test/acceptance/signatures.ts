// acceptance: quick
/** Webhook deliveries are signed as documented, forged ones are rejected, and the example programs of the docs agree. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { isGenuine, signatureHeaders } from '#delivery/signature.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { article } from '#test/fixtures/pages.ts'
import { bodySignatures, standardSignature as sign } from '#test/fixtures/signature-vectors.ts'
import { startSite } from '#test/fixtures/site.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

interface Delivery {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

type Verify = (delivery: Delivery, secret: string) => Promise<boolean> | boolean

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8')
const block = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? ''
const readSignature = ({ headers }: Delivery) => String(headers['x-firecrawl-signature'])
const flat = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const shown = (await import(`data:text/javascript,${encodeURIComponent(block('js'))}`)) as {
  isGenuine(body: Buffer, signature: string, secret: string): boolean
}
const python = `${block('python')}
import json, sys, base64
given = json.load(sys.stdin)
print(json.dumps(is_genuine(base64.b64decode(given[0]), given[1], given[2])))`
const hasPython = spawnSync('python3', ['--version']).status === 0

const verifiers: Readonly<Record<string, Verify>> = {
  'our JavaScript': (delivery, secret) =>
    shown.isGenuine(delivery.body, readSignature(delivery), secret),
  ...(hasPython && {
    'our Python': (delivery: Delivery, secret: string) => {
      const input = [delivery.body.toString('base64'), readSignature(delivery), secret]
      const { stdout } = spawnSync('python3', ['-c', python], { input: JSON.stringify(input) })
      return stdout.toString().trim() === 'true'
    },
  }),
  /** Like receivers of the public service: algorithm and digest separately. */
  'the public format': (delivery, secret) => {
    const [algorithm, digest = ''] = readSignature(delivery).split('=')
    const expected = createHmac('sha256', secret).update(delivery.body).digest()
    const given = Buffer.from(digest, 'hex')
    return (
      algorithm === 'sha256' && given.length === expected.length && timingSafeEqual(given, expected)
    )
  },
  'Standard Webhooks': ({ body, headers }, secret) => {
    try {
      new Webhook(secret).verify(body.toString(), flat(headers))
      return true
    } catch {
      return false
    }
  },
}

function equalVectors(change: (secret: string) => string): number {
  const standard = signatureHeaders(sign, [change(sign.secret)])['webhook-signature']
  const ours = bodySignatures.filter(({ secret, body, signature }) => {
    const headers = signatureHeaders({ id: '', timestamp: 0, body }, [change(secret)])
    return headers['x-firecrawl-signature'] === signature
  })
  return ours.length + (standard === sign.signature ? 1 : 0)
}

interface Case {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly secret: string
}

/** Deliveries that a receiver must reject: the cases of Standard Webhooks. */
function rejects(): Record<string, Case> {
  const { secret } = sign
  const at = (timestamp: number) => {
    const message = { id: sign.id, timestamp, body: sign.body }
    return {
      'webhook-id': sign.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureHeaders(message, [secret])['webhook-signature'],
    }
  }
  const good = at(sign.timestamp)
  const signed = (signature: string) => ({
    headers: { ...good, 'webhook-signature': signature },
    secret,
  })
  return {
    'empty key': { headers: good, secret: '' },
    'missing id': { headers: { ...good, 'webhook-id': undefined }, secret },
    'missing timestamp': { headers: { ...good, 'webhook-timestamp': undefined }, secret },
    'timestamp not a number': { headers: { ...good, 'webhook-timestamp': 'soon' }, secret },
    'missing signature': { headers: { ...good, 'webhook-signature': undefined }, secret },
    'v1,dawfeoifkpqwoekfpqoekf': signed('v1,dawfeoifkpqwoekfpqoekf'),
    'signature cut to 8 characters': signed(sign.signature.slice(0, 8)),
    'v1, (empty)': signed('v1,'),
    'timestamp older than 5 min': { headers: at(sign.timestamp - 301), secret },
    'timestamp newer than 5 min': { headers: at(sign.timestamp + 301), secret },
  }
}

const now = new Date(sign.timestamp * 1_000)
const cases = Object.values(rejects())
const refused = cases.filter(
  ({ headers, secret }) => !isGenuine(headers, sign.body, { secret, now }),
)
/** Control: a receiver that only compares the signature accepts old deliveries. */
const careless = cases.filter(({ headers, secret }) => {
  const { 'webhook-id': id = '', 'webhook-timestamp': time, 'webhook-signature': given } = headers
  const message = { id, timestamp: Number(time), body: sign.body }
  return signatureHeaders(message, [secret])['webhook-signature'] === given
})
const several = `v1,AAAA v2,x ${sign.signature}`
const goodHeaders = {
  'webhook-id': sign.id,
  'webhook-timestamp': String(sign.timestamp),
  'webhook-signature': several,
}
const accepted = [sign.secret, sign.secret.replace(/^whsec_/, '')].filter((secret) =>
  isGenuine(goodHeaders, sign.body, { secret, now }),
)

/** The deliveries of a crawl, and the secret as the CLI prints it. */
async function realDeliveries(): Promise<{ deliveries: Delivery[]; secret: string }> {
  const deliveries: Delivery[] = []
  async function keep(incoming: IncomingMessage, response: ServerResponse) {
    deliveries.push({ body: await buffer(incoming), headers: incoming.headers })
    response.end()
  }
  await using site = await startSite((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(article('Größe 日本 🐙'))
  })
  await using receiver = await startSite((incoming, response) => {
    void keep(incoming, response)
  })
  await using weir = await startWeir({ env: { WEIR_BROWSER_PAGES_MAX: '0' } })
  const body = { url: site.url, limit: 3, webhook: receiver.url }
  const { status, text } = await send(weir, 'POST /v2/crawl', { body })
  assert.equal(status, 200, text)
  const isLast = ({ headers }: Delivery) => headers['x-firecrawl-event'] === 'crawl.completed'
  await until(() => deliveries.some(isLast))
  const command = [join(root, 'scripts/weir.mjs'), 'teams', 'webhook-secret']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: weir.env })
  return { deliveries, secret: stdout.trim() }
}

const { deliveries, secret } = await realDeliveries()
const forged = deliveries.map((delivery) => ({
  ...delivery,
  body: Buffer.from(delivery.body.toString().replace('"success":true', '"success":false')),
}))

async function verified(list: readonly Delivery[], key: string): Promise<number> {
  let count = 0
  for (const verify of Object.values(verifiers)) {
    for (const delivery of list) if (await verify(delivery, key)) count++
  }
  return count
}

const total = deliveries.length * Object.keys(verifiers).length
const genuine = await verified(deliveries, secret)
const fooled =
  (await verified(forged, secret)) + (await verified(deliveries, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAA'))
const vectors = equalVectors((text) => text)
const otherVectors = equalVectors((text) => `${text}abcd`)

report(
  'signatures',
  vectors === 5 &&
    refused.length === 10 &&
    accepted.length === 2 &&
    deliveries.length >= 5 &&
    genuine === total &&
    fooled === 0 &&
    otherVectors === 0 &&
    careless.length === 2,
  `${vectors} of 5 vectors, ${refused.length} of 10 rejects, ${accepted.length} of 2 accepts, ${genuine} of ${total} checks of ${deliveries.length} deliveries by ${Object.keys(verifiers).join(', ')}; control: with another secret or body ${otherVectors} vectors and ${fooled} deliveries, a receiver that only compares accepts ${careless.length} of 10`,
)
