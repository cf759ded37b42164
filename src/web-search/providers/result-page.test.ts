import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import { createSend } from '#web-search/send.ts'
import { makeWanted } from '#test/fixtures/search/wanted.ts'
import { startProtocolServer } from '#test/fixtures/search/start-protocol-server.ts'
import { challengePages } from '#fixtures/search/result-pages.ts'
import type { Answered, Asked } from '#test/fixtures/search/provider-answers.ts'
import { resultPage } from './result-page.ts'

async function ask(
  serve: (asked: Asked) => Answered,
  own: { readonly obeysRobots?: boolean } = {},
) {
  const asked: Asked[] = []
  await using server = await startProtocolServer((request) => {
    asked.push(request)
    return serve(request)
  })
  const send = createSend({
    callApi: server.callApi,
    health: { take: async () => ({ status: 'taken' }) },
    now: () => new Date(),
  })
  const provider = resultPage({
    template: 'https://find.engine.example/html?q={query}&l={language}&c={country}',
    obeysRobots: true,
    robotsAgent: 'Weir',
    userAgent: 'Weir/0.1',
    readContent: async (request) => readPage(request),
    ...own,
  })
  const failure = await send(
    provider,
    makeWanted('rivers & mills'),
    AbortSignal.timeout(60_000),
  ).then(
    () => undefined,
    (error: unknown) => error,
  )
  return { failure, asked }
}

const nothing = { type: 'text/html', body: '<p>No results for this.</p>' }
const rules =
  (body: string, status = 200) =>
  ({ path }: Asked) =>
    path === '/robots.txt' ? { type: 'text/plain', status, body } : nothing

test('the template is filled and sent with the user agent of the service', async () => {
  const { asked, failure } = await ask(rules('User-agent: *\nAllow: /'))
  assert.equal(failure, undefined)
  const [robots, page] = asked
  assert.equal(robots?.path, '/robots.txt')
  assert.equal(page?.headers['user-agent'], 'Weir/0.1')
  assert.deepEqual(
    ['q', 'l', 'c'].map((name) => page?.parameters.get(name)),
    ['rivers & mills', 'en', 'US'],
  )
})

test('an engine whose robots.txt forbids the page or cannot be read is not asked', async () => {
  for (const [body, status] of [
    ['User-agent: *\nDisallow: /html', 200],
    ['User-agent: weir\nDisallow: /\n\nUser-agent: *\nAllow: /', 200],
    ['oops', 503],
  ] as const) {
    const { asked, failure } = await ask(rules(body, status))
    assert.match(String(failure), /robots\.txt/)
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/robots.txt'],
    )
  }
})

test('robots.txt is not asked when the operator says so', async () => {
  const { asked } = await ask(rules('User-agent: *\nDisallow: /'), { obeysRobots: false })
  assert.deepEqual(
    asked.map(({ path }) => path),
    ['/html'],
  )
})

test('a challenge opens the circuit breaker and is not answered', async () => {
  for (const { html, status } of Object.values(challengePages)) {
    const { asked, failure } = await ask(({ path }) =>
      path === '/robots.txt' ? { body: '' } : { type: 'text/html', status, body: html },
    )
    assert.ok(failure instanceof Error && 'kind' in failure, html)
    assert.equal(failure.kind, status === 429 ? 'limited' : 'blocked')
    assert.equal(asked.length, 2)
  }
})
