import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startPublicClients } from '#test/fixtures/public-clients.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const clients = await startPublicClients(await service.listen())
const list = '<ul><li><a href="/a">Page A</a></li><li><a href="/b">Page B</a></li></ul>'
const site = await startPages({
  '/': article('Start').replace('</main>', `${list}</main>`),
  '/a': article('Page A'),
  '/b': article('Page B'),
})
disposeAfterTests(service, clients, site)

const command = (...args: readonly string[]) => clients.command(...args)

test('the public command line client scrapes, maps, crawls and parses', async () => {
  assert.match(await command('scrape', `${site.url}/a`), /^# Page A/m)
  const several = await command('scrape', `${site.url}/a`, '--format', 'markdown,links', '--json')
  const document = JSON.parse(several) as { markdown: string; links: string[] }
  assert.match(document.markdown, /^# Page A/m)
  assert.ok(document.links.includes(`${site.url}/next`))

  assert.deepEqual(
    (await command('map', `${site.url}/`)).trim().split('\n').toSorted(),
    ['/', '/a', '/b', '/menu', '/next'].map((path) => site.url + path),
  )

  const crawl = JSON.parse(await command('crawl', `${site.url}/`, '--wait', '--limit', '3')) as {
    status: string
    data: { markdown: string }[]
  }
  assert.equal(crawl.status, 'completed')
  assert.equal(crawl.data.length, 3)

  const file = join(clients.home, 'file.html')
  await writeFile(file, article('A file'))
  assert.match(await command('parse', file), /^# A file/m)
})

const idIn = (text: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? ''

test('the public command line client monitors a page', async () => {
  const target = { type: 'scrape', urls: [`${site.url}/a`] }
  const file = join(clients.home, 'monitor.json')
  await writeFile(
    file,
    JSON.stringify({ name: 'By CLI', schedule: { text: 'daily' }, targets: [target] }),
  )
  const id = idIn(await command('monitor', 'create', file))
  assert.match(await command('monitor', 'list'), /By CLI/)
  assert.match(await command('monitor', 'get', id), /By CLI/)
  const checkId = idIn(await command('monitor', 'run', id))
  assert.match(await command('monitor', 'checks', id), new RegExp(checkId))
  assert.match(await command('monitor', 'check', id, checkId), new RegExp(checkId))
  assert.match(await command('monitor', 'update', id, '--name', 'Renamed'), /Renamed/)
  await command('monitor', 'delete', id)
})

const urlsIn = (text: string) =>
  (JSON.parse(text) as { data: { web: { url: string }[] } }).data.web.map(({ url }) => url)

test('the public command line client and MCP server search, with their default options', async () => {
  await command('scrape', `${site.url}/b`)
  const page = `${site.url}/b`
  // The frequencies of words by which results are ordered are renewed after a page is found for the first time.
  const found = await eventually(
    async () => urlsIn(await command('search', 'page b', '--json')),
    ([first]) => first === page,
  )
  assert.equal(found[0], page)

  await using mcp = await clients.startMcp()
  // It asks for the source `alexandria` too.
  const answer = JSON.stringify(await mcp.call('firecrawl_search', { query: 'page b', limit: 3 }))
  assert.ok(answer.includes(page), answer)
})

test('the public command line client reads the credits and its doctor passes', async () => {
  assert.match(await command('credit-usage'), /Remaining Credits: [\d,]+/)
  assert.match(await command('doctor'), /API Key Validity +accepted/)
})

test('the public MCP server scrapes, maps, crawls, parses, monitors and reads the credits', async () => {
  await using mcp = await clients.startMcp()
  const { call } = mcp
  const scraped = await call('firecrawl_scrape', { url: `${site.url}/a`, formats: ['markdown'] })
  assert.match((scraped as { markdown: string }).markdown, /^# Page A/)

  const { links } = (await call('firecrawl_map', { url: `${site.url}/` })) as {
    links: { url: string }[]
  }
  assert.ok(links.some(({ url }) => url === `${site.url}/b`))

  const crawl = (await call('firecrawl_crawl', { url: `${site.url}/`, limit: 2 })) as {
    id: string
    data: object[]
  }
  assert.equal(crawl.data.length, 2)
  const status = await call('firecrawl_check_crawl_status', { id: crawl.id })
  assert.equal((status as { status: string }).status, 'completed')

  const filePath = join(clients.home, 'for-mcp.html')
  await writeFile(filePath, article('For MCP'))
  const parsed = await call('firecrawl_parse', { filePath, formats: ['markdown'] })
  assert.match(JSON.stringify(parsed), /# For MCP/)

  assert.match(JSON.stringify(await call('firecrawl_credit_usage', {})), /remainingCredits/)

  const made = (await call('firecrawl_monitor_create', {
    body: {
      name: 'By MCP',
      schedule: { cron: '0 0 * * *' },
      targets: [{ type: 'scrape', urls: [`${site.url}/a`] }],
    },
  })) as { data: { id: string } }
  const { id } = made.data
  const run = (await call('firecrawl_monitor_run', { id })) as { id: string }
  assert.match(JSON.stringify(await call('firecrawl_monitor_list', {})), /By MCP/)
  assert.match(JSON.stringify(await call('firecrawl_monitor_checks', { id })), new RegExp(run.id))
  const check = await call('firecrawl_monitor_check', { id, checkId: run.id })
  assert.match(JSON.stringify(check), new RegExp(run.id))
  await call('firecrawl_monitor_update', { id, body: { name: 'Renamed' } })
  assert.match(JSON.stringify(await call('firecrawl_monitor_get', { id })), /Renamed/)
  await call('firecrawl_monitor_delete', { id })
})
