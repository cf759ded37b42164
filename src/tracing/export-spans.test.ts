import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createLog } from '#kernel/create-log.ts'
import { beginRequest, endSpan, inSpan, withTrace, withinSpan } from '#kernel/trace.ts'
import { createServerConnection } from '#net/call-server.ts'
import { exportSpans } from './export-spans.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerId = '00f067aa0ba902b7'

/** A collector that keeps what it gets. */
async function startCollector(status: number) {
  const requests: { readonly request: IncomingMessage; readonly body: string }[] = []
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push({ request, body: await text(request) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((...asked) => void answer(...asked)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    requests,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

/** Exports the spans of some work; returns the lines of the log. */
async function exportWork(url: string, work: () => Promise<void>): Promise<string[]> {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  await using connection = createServerConnection({ url, connectionsMax: 1 })
  const source = { service: 'weir', version: '1.2.3', instance: 'one' }
  const headers = { authorization: 'Bearer a' }
  await using _ = exportSpans({ url, headers, call: connection.call, source, log })
  await work()
  return lines
}

/** A request that asks another service, starts a page of a job, and fails. */
async function doWork(): Promise<void> {
  const request = beginRequest(`00-${traceId}-${callerId}-01`)
  await withinSpan(request, async () => {
    const asked = inSpan(
      { name: 'chat', kind: 'client' },
      async () => 200,
      (status) => ({ status }),
    )
    await asked
    await withTrace({ traceId, jobId: 'job' }, () =>
      inSpan({ name: 'page' }, () => Promise.reject(new Error('no'))),
    ).catch(() => {})
  })
  const attributes = { 'http.route': '/v2/scrape' }
  endSpan(request, { name: 'POST /v2/scrape', kind: 'server', attributes, isFailed: false })
}

test('spans of a request and its parts reach the collector, with their place in the trace', async () => {
  await using collector = await startCollector(200)
  await exportWork(collector.url, doWork)

  const [sent] = collector.requests
  assert.equal(sent?.request.headers.authorization, 'Bearer a')
  assert.equal(sent?.request.headers['content-type'], 'application/json')
  const { resourceSpans } = JSON.parse(sent?.body ?? '{}')
  const [{ resource, scopeSpans }] = resourceSpans
  assert.deepEqual(resource.attributes[0], {
    key: 'service.name',
    value: { stringValue: 'weir' },
  })
  assert.deepEqual(scopeSpans[0].scope, { name: 'weir', version: '1.2.3' })
  const [chat, page, request] = scopeSpans[0].spans
  assert.deepEqual(
    [chat, page, request].map(({ name, kind, parentSpanId, status }) => [
      name,
      kind,
      parentSpanId,
      status,
    ]),
    [
      ['chat', 3, request.spanId, {}],
      ['page', 1, request.spanId, { code: 2 }],
      ['POST /v2/scrape', 2, callerId, {}],
    ],
  )
  for (const span of [chat, page, request]) {
    assert.equal(span.traceId, traceId)
    assert.match(span.spanId, /^[\da-f]{16}$/)
    assert.match(span.startTimeUnixNano, /^\d{13}000000$/)
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))
  }
  assert.deepEqual(chat.attributes, [{ key: 'status', value: { intValue: '200' } }])
  assert.deepEqual(page.attributes, [{ key: 'weir.job_id', value: { stringValue: 'job' } }])
})

test('many spans are sent in several requests', async () => {
  await using collector = await startCollector(200)
  await exportWork(collector.url, async () => {
    for (let count = 0; count < 1_000; count += 1) await doWork()
  })

  const counts = collector.requests.map(
    ({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.length,
  )
  assert.deepEqual(counts, [512, 512, 512, 512, 512, 440])
})

test('what the collector refuses is named in the log', async () => {
  await using collector = await startCollector(503)
  const lines = await exportWork(collector.url, doWork)

  const [{ level, msg, spans, reason }] = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    [level, msg, spans, reason],
    ['warn', 'spans were not exported', 3, 'the collector answered 503'],
  )
})

test('what is left when the process ends is named in the log', async () => {
  await using collector = await startCollector(503)
  const lines = await exportWork(collector.url, async () => {
    for (let count = 0; count < 400; count += 1) await doWork()
  })

  const lost = lines.map((line) => JSON.parse(line).spans)
  assert.equal(
    lost.reduce((sum, count) => sum + count, 0),
    1_200,
  )
})

test('without a recorder, work only runs', async () => {
  assert.equal(await inSpan({ name: 'a' }, async () => 1), 1)
})
