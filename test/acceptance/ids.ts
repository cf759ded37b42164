// acceptance: quick, together
/** The id of another team, a deleted id and an unknown id get the same response everywhere. */
import { newId } from '#kernel/ids.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { routesInRouter } from '#test/fixtures/router.ts'
import { firstKey, startService } from '#test/service.ts'

await using site = await startPages({ '/': article('A page') })
await using service = await startService()
const { database } = service

/** Routes with an id, and how the first team creates one. */
const makers: Readonly<Record<string, () => Promise<string>>> = {
  '/v2/scrape/:jobId': async () =>
    (await service.ask('POST', '/v2/scrape', { body: { url: site.url } })).body.data.metadata
      .scrapeId,
  '/v2/crawl/:id': () => start('/v2/crawl', { url: site.url, delay: 5 }),
  '/v2/batch/scrape/:id': () => start('/v2/batch/scrape', { urls: [site.url] }),
  '/v2/webhooks/deliveries/:id': async () => {
    await start('/v2/crawl', { url: site.url, webhook: 'http://127.0.0.1:1/' })
    return (await service.ask('GET', '/v2/webhooks/deliveries')).body.data[0].id
  },
  '/v2/search/:jobId/feedback': async () => {
    await service.ask('POST', '/v2/scrape', { body: { url: site.url, maxAge: 0 } })
    const search = () => service.ask('POST', '/v2/search', { body: { query: 'page' } })
    const { body } = await eventually(search, ({ status }) => status === 200)
    return body.id
  },
  '/v2/agent/:jobId': () => endedRun('agent'),
  '/v2/extract/:id': () => endedRun('extract'),
  '/v2/llmstxt/:id': () => start('/v2/llmstxt', { url: site.url }),
  '/v2/interact/:id': endedSession,
  '/v2/browser/:id': endedSession,
}
const tables = [
  'scrapes',
  'jobs',
  'deliveries',
  'searches',
  'activity',
  'browser_sessions',
  'agent_runs',
]
/** Bodies of routes that require one. */
const bodies: Readonly<Record<string, object>> = {
  '/v2/search/:jobId/feedback': {
    rating: 'good',
    valuableSources: [{ url: 'https://a.example/' }],
  },
  '/v2/interact/:id/execute': { code: '1' },
  '/v2/scrape/:jobId/interact': { code: '1' },
  '/v2/browser/:id/execute': { code: '1' },
}

/** A row, because a machine without boxes starts no session. */
async function endedSession(): Promise<string> {
  const id = newId()
  await database.query(
    `insert into browser_sessions (id, team_id, principal, owner, state, ttl_seconds, activity_ttl_seconds, stream_web_view,
       leased_until, ended_at, credits_billed)
     select $1, id, '{}', $1, 'destroyed', 60, 60, false, now(), now(), 2 from teams order by created_at limit 1`,
    [id],
  )
  return id
}

/** A row, because the agent needs a language model. */
async function endedRun(kind: 'agent' | 'extract'): Promise<string> {
  const id = newId()
  const made = await start('/v2/extract', { urls: [site.url] })
  await database.query(
    `insert into agent_runs (id, team_id, kind, state, request, created_at, deadline_at, expires_at)
     select $1, team_id, $3, 'failed', request, created_at, deadline_at, expires_at from agent_runs where id = $2`,
    [id, made, kind],
  )
  return id
}

async function start(path: string, body: object): Promise<string> {
  return (await service.ask('POST', path, { body })).body.id
}

const ofRoute = (path: string) => Object.keys(makers).find((prefix) => path.startsWith(prefix))
await service.server.ready()
const withIds = routesInRouter(service.server).filter(
  ({ path, method }) => path.startsWith('/v2/') && /:(jobId|id)/.test(path) && method !== 'HEAD',
)
const unknown = withIds.filter(({ path }) => ofRoute(path) === undefined)
const { key: stranger } = await addTeam(database)

async function answer({ method, path }: { method: string; path: string }, id: string, key: string) {
  const query = path.endsWith('/export') ? '?format=jsonl' : ''
  const url = path.replace(/:(jobId|id)/, id).replace(':pageId', '0') + query
  const { statusCode, body } = await service.server.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(bodies[path] && { payload: bodies[path] }),
  })
  return `${statusCode} ${body.replaceAll(id, 'ID')}`
}

/** A worker may lease the pages of a job: the later of the two requests gets a conflict and retries. */
async function remove(table: string, id: string): Promise<void> {
  for (;;) {
    try {
      await database.query(`delete from ${table} where id = $1`, [id])
      return
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
      if (!isDeadlock) throw error
    }
  }
}

let differing = 0
let control = 0
for (const row of withIds) {
  const make = makers[ofRoute(row.path) ?? '']
  if (!make) continue
  const foreign = await answer(row, await make(), stranger)
  const random = await answer(row, newId(), stranger)
  const upper = await answer(row, newId().toUpperCase(), stranger)
  const gone = await make()
  for (const table of tables) await remove(table, gone)
  const deleted = await answer(row, gone, firstKey)
  const malformed = await answer(row, 'nonsense', stranger)
  const same = new Set([foreign, random, upper, deleted])
  if (same.size > 1 || !foreign.startsWith('404') || !/^40[04]/.test(malformed)) {
    differing++
    process.stderr.write(`${row.method} ${row.path}: ${[...same, malformed].join(' | ')}\n`)
  }
  // Control: the owner of the id must get another response.
  if ((await answer(row, await make(), firstKey)) !== random) control++
}
for (const { method, path } of unknown) process.stderr.write(`${method} ${path} is not tried\n`)
report(
  'ids',
  differing === 0 && unknown.length === 0 && control > 0,
  `${differing} different responses of ${withIds.length} routes x 5 kinds of id; control (own id) ${control} other responses`,
)
