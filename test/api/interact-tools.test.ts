import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { httpClients } from '#test/fixtures/mcp-clients.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startPublicClients } from '#test/fixtures/public-clients.ts'
import { weir, weirHere } from '#test/fixtures/terminal.ts'
import { firstKey, startService } from '#test/service.ts'

const missing = await missingForSessions()
const skip = missing === undefined ? false : `skipped: ${missing}`

const service = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '1' } })
const url = await service.listen()
const site = await startPages({ '/a': article('Page A') })
disposeAfterTests(service, site)

const env = { WEIR_URL: url, WEIR_KEY: firstKey }
const interact = (...args: readonly string[]) => weirHere(['interact', ...args], { env })

test(
  'a session is created, used, listed, viewed and ended from the terminal',
  { skip },
  async () => {
    const help = await interact('--help')
    for (const name of ['create', 'list', 'exec', 'prompt', 'view', 'stop'])
      assert.match(help.out, new RegExp(`^  ${name} `, 'm'))
    const created = await interact('create', '--ttl', '120')
    assert.equal(created.exitCode, 0, created.note)
    const id = created.out.trim()
    assert.match(created.note, /Live view: http.*\nEnds at \d{4}-.*weir interact stop/)

    const code = `console.log('printed'); await page.goto('${site.url}/a'); await page.title()`
    const ran = await interact('exec', id, code)
    assert.deepEqual([ran.exitCode, ran.out], [0, 'printed\nPage A\n'], ran.note)
    const shell = ['exec', id, '-l', 'bash', 'echo some; echo no >&2; exit 7']
    const failed = await weir(['interact', ...shell], { env })
    assert.deepEqual([failed.exitCode, failed.out, failed.note], [7, 'some\n', 'no\n'])
    const late = await interact('exec', id, '--timeout', '1', '-l', 'bash', 'sleep 20')
    assert.equal(late.exitCode, 1)
    assert.match(late.note, /It ran longer than its timeout\./)

    assert.match((await interact('list')).out, new RegExp(`^${id} +active .*/live/${id}/`, 'm'))
    const look = (await interact('view', id)).out.trim()
    const control = (await interact('view', id, '--control')).out.trim()
    assert.notEqual(look, control)
    const { status } = await service.server
      .inject({ url: new URL(control).pathname })
      .then(({ statusCode }) => ({ status: statusCode }))
    assert.equal(status, 200)
    const prompted = await interact('prompt', id, 'Read', 'the', 'title')
    assert.equal(prompted.exitCode, 1)
    assert.match(prompted.note, /language model|WEIR_LLM/)

    const ended = await interact('stop', id)
    assert.match(ended.note, /^The session has ended after \d+ s\.$/m)
    const gone = await interact('view', id)
    assert.deepEqual([gone.exitCode, gone.note], [1, 'The session has ended.\n'])
    assert.match((await interact('list')).note, /No session is open\./)
    assert.match((await interact('exec', id, '1')).note, /has been destroyed/)
  },
)

test(
  'a client that is given the URL of a browser reads that of its WebSocket',
  { skip },
  async () => {
    const { body } = await service.ask('POST', '/v2/browser', { body: {} })
    const { pathname, searchParams } = new URL(body.cdpUrl)
    const base = `${url}${pathname}/${searchParams.get('token')}`
    const browser = await chromium.connectOverCDP(base)
    assert.equal(browser.contexts()[0]?.pages().length, 1)
    await browser.close()
    await service.ask('DELETE', `/v2/browser/${body.id}`)
    await assert.rejects(chromium.connectOverCDP(base), /404/)
  },
)

test(
  'the public command line client and MCP server use the page of a scrape',
  { skip },
  async () => {
    await using clients = await startPublicClients(url)
    await clients.command('scrape', `${site.url}/a`)
    assert.match(await clients.command('interact', '--code', 'await page.title()'), /Page A/)
    await clients.command('interact', 'stop')

    await using mcp = await clients.startMcp()
    const given = { url: `${site.url}/a`, code: 'agent-browser get title', language: 'bash' }
    const used = (await mcp.call('firecrawl_interact', given)) as Record<string, unknown>
    assert.match(JSON.stringify(used), /Page A/)
    await mcp.call('firecrawl_interact_stop', { scrapeId: used['scrapeId'] })
    await using ours = await httpClients['sdk 2, 2026-07-28'](`${url}/mcp`)
    const mine = await ours.call('firecrawl_interact', given)
    assert.equal(mine.isError, false, mine.texts[0])
    const same = JSON.parse(mine.texts[0] ?? '') as Record<string, unknown>
    assert.deepEqual(Object.keys(same).toSorted(), Object.keys(used).toSorted())
    assert.deepEqual([same['stdout'], same['exitCode']], [used['stdout'], used['exitCode']])
    const ended = await ours.call('firecrawl_interact_stop', { scrapeId: same['scrapeId'] })
    assert.match(ended.texts[0] ?? '', /creditsBilled/)
  },
)

const python = '/usr/bin/python3'
const needsPython = skip === false && !existsSync(python) ? `skipped: no ${python}` : skip

test(
  'the Python program of the guide prints the title and the cost',
  { skip: needsPython },
  async () => {
    const guide = join(import.meta.dirname, '../../docs/guides/browser-sessions.md')
    const [, source = ''] =
      /```python\n(import json.*?)```/s.exec(readFileSync(guide, 'utf8')) ?? []
    const env = { WEIR_URL: url, WEIR_KEY: firstKey, TARGET: `${site.url}/a` }
    const { stdout } = await promisify(execFile)(python, ['-c', source], { env })
    assert.match(stdout, /^Page A\n\d+ credits\n$/)
  },
)
