import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl, SdkError } from 'firecrawl'
import { failures, ServiceError, type ErrorCode } from '#kernel/errors.ts'
import { echo, startEdge } from '#test/fixtures/edge.ts'

/** The public SDK and the HTTP server, with a scrape that fails with a given error. */
async function scrapeFailing(failure: ServiceError, key = 'fc-1'): Promise<unknown> {
  const handle = async () => {
    throw failure
  }
  await using edge = startEdge({ endpoints: [{ ...echo, path: '/v2/scrape', handle }] })
  const apiUrl = await edge.app.listen({ port: 0, host: '127.0.0.1' })
  return await new Firecrawl({ apiKey: key, apiUrl, maxRetries: 1 }).scrape('https://example.com')
}

test('the SDK reports status, code, text and details of every kind of error', async () => {
  const codes: ErrorCode[] = [
    'BAD_REQUEST',
    'INSUFFICIENT_CREDITS',
    'FORBIDDEN',
    'NOT_FOUND',
    'SCRAPE_TIMEOUT',
    'CONFLICT',
    'UNPROCESSABLE',
    'RATE_LIMIT_EXCEEDED',
    'SCRAPE_ALL_ENGINES_FAILED',
    'NOT_IMPLEMENTED',
    'SERVICE_UNAVAILABLE',
  ]
  const details = [{ code: 'custom', path: ['url'], message: 'Invalid URL' }]
  for (const code of codes) {
    await assert.rejects(
      scrapeFailing(new ServiceError(code, undefined, { details })),
      (thrown: unknown) => {
        assert.ok(thrown instanceof SdkError)
        const { status, message } = failures[code]
        assert.deepEqual(
          [thrown.status, thrown.code, thrown.message, thrown.details],
          [status, code, message, details],
        )
        return true
      },
    )
  }
})

test('the SDK reports a wrong key and an unresolvable host', async () => {
  await assert.rejects(
    scrapeFailing(new ServiceError('CONFLICT'), 'fc-wrong'),
    (thrown: unknown) => thrown instanceof SdkError && thrown.status === 401,
  )
  await assert.rejects(
    scrapeFailing(new ServiceError('SCRAPE_DNS_RESOLUTION_ERROR')),
    /does not resolve/,
  )
})
