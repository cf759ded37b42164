import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEdge } from '#test/fixtures/edge.ts'
import { teamRoutes } from './routes.ts'
import { createTeam, type TeamParts } from './team.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const makeId = (number: number) =>
  `0199b0a0-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`

const rows = Array.from({ length: 60 }, (_, index) => ({
  id: makeId(60 - index),
  createdAt: new Date(day(20).getTime() - index * 1000),
  endpoint: index % 2 ? 'map' : 'scrape',
  target: index === 0 ? null : `https://example.com/${index}`,
}))

const parts: TeamParts = {
  credits: { balance: async () => 990 },
  slots: { usage: async () => ({ active: 2, waiting: 1 }) },
  jobs: { pagesWaiting: async () => 2 },
  usage: {
    current: async () => ({ startDate: day(1), endDate: null }),
    historical: async (_teamId, byApiKey) => [
      {
        startDate: day(1),
        endDate: null,
        creditsUsed: 10,
        ...(byApiKey && { apiKey: 'first key' }),
      },
    ],
    recent: async () => ({ binSize: 'hour', startDate: day(1), endDate: day(2), periods: [] }),
  },
  activity: {
    list: async ({ endpoint, after, limit }) =>
      rows
        .filter((row) => !endpoint || row.endpoint === endpoint)
        .filter((row) => !after || row.id < after.id)
        .slice(0, limit),
    mostRecentSuccess: async () => day(19),
  },
}

async function ask(path: string) {
  await using edge = startEdge({ endpoints: teamRoutes(createTeam(parts)) })
  const headers = { authorization: 'Bearer fc-1' }
  const answer = await edge.app.inject({ url: `/v2/${path}`, headers })
  return { status: answer.statusCode, body: answer.json() }
}

test('tokens are credits at another rate', async () => {
  const billing = { billingPeriodStart: '2026-11-01T00:00:00.000Z', billingPeriodEnd: null }
  assert.deepEqual((await ask('team/credit-usage')).body, {
    success: true,
    data: { remainingCredits: 990, planCredits: 1, ...billing },
  })
  assert.deepEqual((await ask('team/token-usage')).body, {
    success: true,
    data: { remainingTokens: 990 * 15, planTokens: 15, ...billing },
  })
})

test('usage is listed by period, by key or by a recent time range', async () => {
  const period = { startDate: '2026-11-01T00:00:00.000Z', endDate: null }
  assert.deepEqual((await ask('team/credit-usage/historical')).body.periods, [
    { ...period, creditsUsed: 10, totalCredits: 10 },
  ])
  assert.deepEqual((await ask('team/token-usage/historical?byApiKey=true')).body.periods, [
    { ...period, apiKey: 'first key', tokensUsed: 150, totalTokens: 150 },
  ])
  assert.deepEqual((await ask('team/credit-usage/historical?timeRange=day')).body, {
    success: true,
    window: {
      timeRange: 'day',
      binSize: 'hour',
      startDate: '2026-11-01T00:00:00.000Z',
      endDate: '2026-11-02T00:00:00.000Z',
    },
    periods: [],
  })
})

test('invalid queries are refused with the reason', async () => {
  for (const [path, error] of [
    ['team/credit-usage/historical?timeRange=year', 'timeRange must be day, week, or month.'],
    [
      'team/credit-usage/historical?timeRange=day&byApiKey=true',
      'byApiKey cannot be combined with timeRange.',
    ],
    [
      'team/activity?endpoint=cake',
      'Invalid endpoint filter. Must be one of: scrape, crawl, batch_scrape, search, extract, llmstxt, deep_research, map, agent, browser, interact.',
    ],
    ['team/activity?cursor=bm9uc2Vuc2U', 'Invalid cursor.'],
  ] as const) {
    const { status, body } = await ask(path)
    assert.deepEqual([status, body.error, body.code], [400, error, 'BAD_REQUEST'])
  }
})

test('queue and concurrency count running and waiting work', async () => {
  assert.deepEqual((await ask('team/queue-status')).body, {
    success: true,
    jobsInQueue: 5,
    activeJobsInQueue: 2,
    waitingJobsInQueue: 3,
    maxConcurrency: 1,
    mostRecentSuccess: '2026-11-19T00:00:00.000Z',
  })
  assert.deepEqual((await ask('concurrency-check')).body, {
    success: true,
    concurrency: 2,
    maxConcurrency: 1,
  })
})

test('activity is paged, with each row once', async () => {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = `limit=25${cursor && `&cursor=${cursor}`}`
    const { body } = await ask(`team/activity?${query}`)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    assert.equal(body.has_more, body.cursor !== null)
    cursor = body.cursor
  }
  assert.deepEqual(
    seen,
    rows.map(({ id }) => id),
  )
})

test('invalid limits fall back to the default, large ones are capped', async () => {
  for (const [limit, count] of [
    ['nonsense', 50],
    ['0', 50],
    ['-3', 50],
    ['2.5', 50],
    ['7', 7],
    ['1000000', 60],
  ] as const) {
    assert.equal((await ask(`team/activity?limit=${limit}`)).body.data.length, count, limit)
  }
})
