import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addKey, addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const titles = ['=HYPERLINK("https://evil.example")', 'Cranes, "large"', 'Docks [old]']

const service = await startService()
const site = await startPages({
  ...Object.fromEntries(titles.map((title, n) => [`/p/${n}`, article(title)])),
  '/P/1': article('Another case'),
  '/data.bin': { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.alloc(9) },
})
const urls = ['/p/0', '/p/1', '/p/2', '/P/1', '/data.bin'].map((path) => site.url + path)
const formats = ['markdown', 'rawHtml']
const started = await service.ask('POST', '/v2/batch/scrape', {
  body: { urls, formats },
})
const jobId = started.body.id
await ended(jobId)
/** As in all exports, in the order in which the pages were done. */
const documents: readonly { metadata: { title: string; sourceURL: string } }[] = (
  await service.ask('GET', `/v2/batch/scrape/${jobId}`)
).body.data
const [, second] = documents
disposeAfterTests(service, site)

function ended(id: string, key = firstKey) {
  return finishedJob(service, `/v2/batch/scrape/${id}`, key)
}

async function exported(query: string, { id = jobId, key = firstKey, headers = {} } = {}) {
  const answer = await service.server.inject({
    method: 'GET',
    url: `/v2/batch/scrape/${id}/export?${query}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
  })
  const bytes = answer.rawPayload
  return { status: answer.statusCode, headers: answer.headers, bytes, text: bytes.toString() }
}

const python = (code: string, file: string) =>
  JSON.parse(execFileSync('python3', ['-c', code, file], { encoding: 'utf8' }))

test('JSON Lines have the documents of the status in their order, or chosen members', async () => {
  const { headers, text } = await exported('format=jsonl')
  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    documents,
  )
  assert.equal(headers['x-weir-complete'], 'true')
  assert.match(String(headers['content-type']), /^application\/x-ndjson/)
  assert.equal(headers['content-disposition'], `attachment; filename="batch-scrape-${jobId}.jsonl"`)

  const picked = await exported('format=jsonl&fields=metadata.title,metadata.statusCode,links')
  assert.deepEqual(JSON.parse(picked.text.split('\n')[1] ?? ''), {
    'metadata.title': second?.metadata.title,
    'metadata.statusCode': 200,
  })
  const packed = await exported('format=jsonl', { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(packed.bytes).toString(), text)
})

test('chunks are one line each, with flat metadata, also of documents that were not cut', async () => {
  const { headers, text } = await exported('format=chunks')
  assert.match(String(headers['content-type']), /^application\/x-ndjson/)
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ids = new Set(rows.map(({ id }) => id))
  assert.equal(ids.size, rows.length)
  for (const { metadata, markdown } of documents as unknown as {
    metadata: { url: string; title: string }
    markdown: string
  }[]) {
    const own = rows.filter((row) => row.metadata.source === metadata.url)
    assert.ok(own.length > 0)
    for (const row of own) {
      assert.equal(row.text, markdown.slice(row.metadata.start, row.metadata.end))
      assert.equal(row.metadata.title, metadata.title)
      assert.ok(Object.values(row.metadata).every((value) => typeof value !== 'object'))
    }
  }
})

test('failed pages are exported with their errors', async () => {
  const { text } = await exported('format=jsonl&only=failed')
  const { body } = await service.ask('GET', `/v2/batch/scrape/${jobId}/errors`)
  assert.deepEqual(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    body.errors,
  )
  const table = await exported('format=csv&only=failed&fields=url,code')
  assert.equal(table.text, `url,code\r\n${site.url}/data.bin,${body.errors[0].code}\r\n`)
})

test('CSV is read by other programs, and no cell is a formula', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-export-'))
  const file = join(folder.path, 'pages.csv')
  writeFileSync(file, (await exported('format=csv')).bytes)
  const rows: Record<string, string>[] = python(
    'import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline="")))))',
    file,
  )
  assert.deepEqual(
    rows.map((row) => row['metadata.title']),
    documents.map(({ metadata: { title } }) => (title.startsWith('=') ? `'${title}` : title)),
  )
  assert.match(rows[0]?.['markdown'] ?? '', /\n\n/)
})

test('a ZIP file has the Markdown of every page, with names that differ also without case', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-export-'))
  const file = join(folder.path, 'pages.zip')
  writeFileSync(file, (await exported('format=markdown')).bytes)
  const files: Record<string, string> = python(
    'import zipfile, json, sys; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps({n: z.read(n).decode() for n in z.namelist()}))',
    file,
  )
  const names = Object.keys(files)
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 4)
  const head = `---\nurl: "${site.url}/p/1"\ntitle: "Cranes, \\"large\\""\n---\n\n`
  const [name = ''] = names.filter((each) => files[each]?.startsWith(head))
  assert.match(name, /\/p\/1\b.*\.md$/)
})

test('WARC has a record of what was received, and of what was made from it', async () => {
  const { bytes, headers } = await exported('format=warc')
  assert.equal(headers['content-type'], 'application/warc')
  let rest = gunzipSync(bytes)
  const records: { head: string; content: string }[] = []
  while (rest.length > 0) {
    const split = rest.indexOf('\r\n\r\n')
    const head = rest.subarray(0, split).toString()
    const length = Number(/^Content-Length: (\d+)$/m.exec(head)?.[1])
    const end = split + 4 + length
    records.push({ head, content: rest.subarray(split + 4, end).toString() })
    assert.equal(rest.subarray(end, end + 4).toString(), '\r\n\r\n')
    rest = rest.subarray(end + 4)
  }
  const types = records.map(({ head }) => /^WARC-Type: (\w+)\r$/m.exec(head)?.[1])
  const ofPage = ['resource', 'conversion', 'metadata']
  assert.deepEqual(types, ['warcinfo', ...ofPage, ...ofPage, ...ofPage, ...ofPage])
  const [, received, made] = records
  assert.ok(received?.head.includes(`WARC-Target-URI: ${documents[0]?.metadata.sourceURL}\r\n`))
  assert.match(received?.content ?? '', /<main>/)
  const id = /^WARC-Record-ID: (\S+)\r$/m.exec(received?.head ?? '')?.[1]
  assert.ok(made?.head.includes(`WARC-Refers-To: ${id}`))
})

test('llms.txt lists the pages, llms-full.txt has their Markdown', async () => {
  const list = (await exported('format=llms')).text
  assert.match(list, /^# .+\n\n## Pages\n\n- \[/)
  assert.match(list, /^- \[=HYPERLINK/m)
  assert.ok(list.includes(`- [Docks \\[old\\]](<${site.url}/p/2>)`))
  const full = (await exported('format=llms-full')).text
  assert.ok(full.includes(`# Docks [old]\nURL: ${site.url}/p/2\n\n`))
})

test('an export has the same limits as the status', async () => {
  const { teamId, key } = await addTeam(service.database, { zeroDataRetention: 'allowed' })
  assert.equal((await exported('format=jsonl', { key })).status, 404)
  const start = async (more: object) => {
    const body = { urls: [`${site.url}/p/0`], ...more }
    const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body, key })
    await ended(batch.id, key)
    return batch.id
  }
  const id = await start({})
  assert.equal((await exported('format=jsonl', { id, key })).status, 200)
  const restricted = await addKey(service.database, teamId, { allowedFormats: ['links'] })
  assert.equal((await exported('format=jsonl', { id, key: restricted })).status, 403)
  const sealed = await start({ zeroDataRetention: true })
  assert.equal((await exported('format=jsonl', { id: sealed, key })).status, 409)

  assert.equal((await exported('format=tar')).status, 400)
  assert.equal((await exported('format=jsonl&fields=a..b')).status, 400)
  const refused = await exported('format=warc&only=failed')
  assert.equal(refused.status, 400)
  assert.match(refused.text, /only is available for the formats jsonl and csv/)
})

test('a running job is exported as far as it is done', async () => {
  await using slow = await startSite(({ url }, response) => {
    if (url === '/now') response.setHeader('content-type', 'text/html').end(article('Now'))
    else if (url !== '/later') response.writeHead(404).end()
  })
  const { body } = await service.ask('POST', '/v2/batch/scrape', {
    body: { urls: [`${slow.url}/now`, `${slow.url}/later`] },
  })
  for (let lines = 0, polls = 0; lines === 0; polls++) {
    assert.ok(polls < 1_200, 'No document.')
    const { headers, text } = await exported('format=jsonl', { id: body.id })
    assert.equal(headers['x-weir-complete'], 'false')
    lines = text.split('\n').length - 1
    await setTimeout(50)
  }
  await service.ask('DELETE', `/v2/batch/scrape/${body.id}`)
})
