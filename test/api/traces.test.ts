import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { firstKey, startService } from '#test/service.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'

test('a job, its deliveries and the log belong to the trace of the request that started it', async () => {
  const logged: object[] = []
  const write = (fields: object) => void logged.push(fields)
  const log = { debug() {}, info: write, warn: write, error: write }
  const received: (string | undefined)[] = []
  await using receiver = await startSite((message, response) => {
    received.push(String(message.headers['traceparent']))
    message.resume()
    response.end()
  })
  await using site = await startPages({ '/': () => article('Page') })
  await using service = await startService({ log })
  const url = await service.listen()

  const answer = await request(`${url}/v2/batch/scrape`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${firstKey}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ urls: [`${site.url}/`], maxAge: 0, webhook: { url: receiver.url } }),
  })
  const { id } = (await answer.body.json()) as { readonly id: string }
  // Started, one page, completed.
  while (received.length < 3) await setTimeout(20)

  const [job] = await service.database.query<{ trace: string }>(
    'select trace_id as trace from jobs where id = $1',
    [id],
  )
  assert.equal(job?.trace, traceId)
  for (const header of received)
    assert.match(header ?? '', new RegExp(`^00-${traceId}-[\\da-f]{16}-01$`))
  const line = logged.find((fields) => 'route' in fields && fields.route === '/v2/batch/scrape')
  assert.ok(line && 'traceId' in line && line.traceId === traceId)
})

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly parentSpanId?: string
  readonly spanId: string
}

test('spans of a job are sent to the configured collector', async () => {
  const spans: SentSpan[] = []
  async function collect(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { resourceSpans } = JSON.parse(await text(message))
    spans.push(...resourceSpans[0].scopeSpans[0].spans)
    response.end('{}')
  }
  await using collector = await startSite((...asked) => void collect(...asked))
  await using site = await startPages({ '/': () => article('Page') })
  await using receiver = await startSite((_message, response) => void response.end())
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const service = await startService({ env })
  const url = await service.listen()
  const body = { urls: [`${site.url}/`], maxAge: 0, webhook: { url: receiver.url } }
  await request(`${url}/v2/batch/scrape`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${firstKey}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify(body),
  })
  const isDone = async () => {
    const [delivered] = await service.database.query<{ count: number }>(
      `select count(*)::int as count from deliveries where state = 'delivered'`,
    )
    return delivered?.count === 3
  }
  while (!(await isDone())) await setTimeout(20)
  // What is left is sent when the service ends.
  await service[Symbol.asyncDispose]()

  const traced = spans.filter((span) => span.traceId === traceId)
  const named = (name: string) => traced.find((span) => span.name === name)
  assert.equal(named('POST /v2/batch/scrape')?.parentSpanId, 'b7ad6b7169203331')
  assert.ok(named('webhook'))
  const page = named('page of a batch-scrape')
  assert.equal(named('fetch')?.parentSpanId, page?.spanId)
  assert.ok(!JSON.stringify(spans).includes(site.url))
})
