import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#storage/database.ts'
import { startDatabase } from '#storage/start-database.ts'
import { ask } from '#test/fixtures/ask.ts'
import { article } from '#test/fixtures/pages.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startSite } from '#test/fixtures/site.ts'
import { weir, weirHere } from '#test/fixtures/terminal.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

/** More pages than any run of this test comes to. */
const pages = 100_000
/** Keeps the crawl from taking the processor time of the backup, and from ending before it. */
const pageMs = 50

/** Nothing here needs a browser, which each start of the service would check. */
const env = { WEIR_BROWSER_PAGES_MAX: '0' }

interface Crawl {
  readonly id: string
  readonly status: string
  readonly completed: number
}

async function untilPages(service: WeirProcess, path: `/${string}`, count: number): Promise<Crawl> {
  for (;;) {
    const crawl = await ask<Crawl>(service, `GET ${path}`)
    if (crawl.completed >= count || crawl.status !== 'scraping') return crawl
    await sleep(100)
  }
}

/** What the database refers to and is not there. */
async function dangling(database: Database, dataDir: string): Promise<string[]> {
  const rows = await database.query<{ what: string }>(
    `select 'document of job ' || j.id as what from jobs j
       where j.completed <> (select count(*) from job_documents d where d.job_id = j.id)
     union all select 'job of page ' || p.job_id from job_pages p
       where not exists (select from jobs j where j.id = p.job_id)
     union all select 'webhook of delivery ' || d.id from deliveries d
       where not exists (select from job_webhooks w where w.job_id = d.job_id and w.webhook_key = d.webhook_key)
     union all select 'body of page ' || c.url from cached_pages c
       where not exists (select from cached_bodies b where b.blob = c.blob)
     union all select 'charge of ' || e.operation_id from credit_entries e
       where e.kind = 'crawl' and not exists (select from job_pages p where p.scrape_id::text = e.operation_id)`,
    [],
  )
  const bodies = await database.query<{ blob: string }>(
    'select distinct blob from cached_pages',
    [],
  )
  const files = bodies.filter(
    ({ blob }) => !existsSync(join(dataDir, 'pages', blob.slice(0, 2), `${blob}.zst`)),
  )
  return [...rows.map(({ what }) => what), ...files.map(({ blob }) => `file of body ${blob}`)]
}

test('a backup taken under load starts, is complete, and its jobs continue', async () => {
  await using site = await startSite(({ url = '' }, response) => {
    const n = Number(url.slice(3)) || 0
    const links = Array.from(
      { length: 9 },
      (_, k) => `<a href="/p/${(n * 9 + k + 1) % pages}">x</a>`,
    )
    response.setHeader('content-type', 'text/html')
    setTimeout(() => response.end(`${article(`Page ${n}`)}${links.join(' ')}`), pageMs)
  })
  await using receiver = await startSite((request, response) => {
    request.resume().on('end', () => response.end())
  })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-backup-'))
  const copy = join(folder.path, 'copy')
  let path: `/${string}`
  {
    await using service = await startWeir({ env })
    const { id } = await ask<Crawl>(service, 'POST /v2/crawl', {
      url: `${site.url}/p/0`,
      crawlEntireDomain: true,
      limit: pages,
      webhook: receiver.url,
    })
    path = `/v2/crawl/${id}`
    await untilPages(service, path, 20)

    const backup = await weir(['backup', copy], { env: service.env })
    assert.equal(backup.exitCode, 0, backup.note)
    const again = await weirHere(['backup', copy], { env: service.env })
    assert.match(again.note, /is not empty/)
    const inside = await weirHere(['backup', join(service.dataDir, 'x')], { env: service.env })
    assert.match(inside.note, /cannot be inside/)
  }

  {
    await using restored = await startWeir({ dataDir: copy, env })
    const { status, completed } = await ask<Crawl>(restored, `GET ${path}`)
    assert.equal(status, 'scraping')
    const later = await untilPages(restored, path, completed + 50)
    assert.ok(later.completed >= completed + 50, `the crawl goes on: ${JSON.stringify(later)}`)
  }
  await using database = await startDatabase({ dataDir: copy, log: silentLog })
  assert.deepEqual(await dangling(database, copy), [])
  const [{ blob } = { blob: '' }] = await database.query<{ blob: string }>(
    'select blob from cached_pages limit 1',
    [],
  )
  await rm(join(copy, 'pages', blob.slice(0, 2), `${blob}.zst`))
  assert.deepEqual(await dangling(database, copy), [`file of body ${blob}`], 'what misses is found')
})
