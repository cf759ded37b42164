import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { createClient, type Client } from '#net/client.ts'
import { loopbackGuard } from '#test/fixtures/client.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { writeZip } from '#fixtures/write-zip.ts'
import { createBlocklists } from './blocklists.ts'
import { readEntries } from './read-entries.ts'
import { createListRefresh, type OpenList } from './refresh-lists.ts'
import { readList } from './thread.ts'

let folder = ''
before(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-lists-'))))
after(async () => rm(folder, { recursive: true, force: true }))

const unused: OpenList = () => Promise.reject(new Error('not used'))

/** Loads lists, and returns what finds URLs in them. */
async function load(sources: readonly string[], openList = unused, kept = 'downloaded') {
  const blocklists = createBlocklists(sources)
  await using refresh = createListRefresh({
    sources,
    blocklists,
    openList,
    folder: join(folder, kept),
    refreshMs: 3_600_000,
    log: silentLog,
  })
  await refresh.loadDue()
  return blocklists
}

const openWith =
  (client: Client): OpenList =>
  (url, signal) =>
    client.open(
      {
        url,
        headers: {},
        credentials: {},
        proxy: 'basic',
        skipTlsVerification: false,
        bodyBytesMax: 1_000_000,
      },
      { teamId: 'lists', signal },
    )

const listTexts = (line: string) => readEntries(line).map(({ kind, text }) => `${kind} ${text}`)

test('lines of all formats become entries', () => {
  assert.deepEqual(listTexts('0.0.0.0 evil.example tracker.example # both'), [
    'host evil.example',
    'host tracker.example',
  ])
  assert.deepEqual(listTexts('127.0.0.1\tEvil.example.'), ['host evil.example'])
  assert.deepEqual(listTexts('evil.example'), ['domain evil.example'])
  assert.deepEqual(listTexts('*.evil.example'), ['domain evil.example'])
  assert.deepEqual(listTexts('||evil.example^'), ['domain evil.example'])
  assert.deepEqual(listTexts('bücher.example'), ['domain xn--bcher-kva.example'])
  assert.deepEqual(listTexts('http://1.2.3.4:8080/a.exe?b'), ['url 1.2.3.4:8080/a.exe?b'])
  assert.deepEqual(
    listTexts(
      '"3","2026-01-01 00:00:00","https://evil.example/x","online","now","malware","","","me"',
    ),
    ['url evil.example/x'],
  )
  for (const line of [
    '',
    '# evil.example',
    '! evil.example',
    '0.0.0.0 localhost',
    'localhost',
    '"id"',
  ])
    assert.deepEqual(listTexts(line), [], line)
})

test('a host covers itself, a domain also its subdomains, a URL only itself', async () => {
  const plain = join(folder, 'plain.txt')
  const packed = join(folder, 'packed.gz')
  const other = join(folder, 'other.zst')
  await writeFile(plain, '0.0.0.0 host.example\n')
  await writeFile(packed, gzipSync('# domains\ndomain.example\n'))
  await writeFile(other, zstdCompressSync('http://both.example/evil.exe\n'))
  const lists = await load([plain, packed, other])
  assert.equal(lists.entries, 3)
  for (const [url, expected] of [
    ['https://host.example/x', true],
    ['https://a.host.example/', false],
    ['https://domain.example/', true],
    ['https://a.b.domain.example./', true],
    ['https://notdomain.example/', false],
    ['https://both.example/evil.exe', true],
    ['https://both.example/', false],
  ] as const)
    assert.equal(lists.find(new URL(url)), expected, url)
})

test('a list that was never loaded is said to be missing; what is loaded counts', async () => {
  const plain = join(folder, 'one.txt')
  await writeFile(plain, 'evil.example\n')
  const lists = await load([plain, join(folder, 'missing.txt')])
  assert.equal(lists.find(new URL('http://evil.example/')), true)
  assert.equal(lists.find(new URL('http://good.example/')), 'not loaded')
})

test('a list from an address is kept for the next start', async () => {
  const site = await startPages({ '/list': { body: gzipSync('evil.example\n') } })
  await using client = createClient({ guard: loopbackGuard() })
  const openList = openWith(client)
  const source = `${site.url}/list`
  const evil = new URL('http://evil.example/')
  assert.equal((await load([source], openList)).find(evil), true)
  assert.equal(site.requests.length, 1)
  await site[Symbol.asyncDispose]()
  assert.equal((await load([source], openList)).find(evil), true)
})

test('every file of a ZIP archive is read', async () => {
  for (const isDeflated of [false, true]) {
    const path = join(folder, `archive-${isDeflated}.zip`)
    const csv = '# id,dateadded,url\r\n"1","2026-01-01","https://evil.example/x","online"\r\n'
    await writeFile(path, writeZip({ 'csv.txt': csv, 'more.txt': 'more.example' }, { isDeflated }))
    const lists = await load([path])
    assert.equal(lists.entries, 2)
    assert.equal(lists.find(new URL('https://evil.example/x')), true)
    assert.equal(lists.find(new URL('https://a.more.example/')), true)
  }
})

test('archives that are damaged, encrypted or unpack to too much are refused', async () => {
  const archive = writeZip({ 'list.txt': 'evil.example\n'.repeat(100) }, { isDeflated: true })
  const changed = (offset: number, value: number) => {
    const copy = Buffer.from(archive)
    copy[offset] = value
    return copy
  }
  const directory = archive.indexOf('PK\x01\x02')
  const bad: Readonly<Record<string, Buffer>> = {
    cut: archive.subarray(0, -30),
    empty: Buffer.from('PK\x03\x04'),
    encrypted: changed(directory + 8, 1),
    'of another method': changed(directory + 10, 12),
    'of damaged data': changed(45, 0xff),
    'of a place beyond its end': changed(directory + 45, 0x7f),
  }
  for (const [name, bytes] of Object.entries(bad)) {
    const path = join(folder, `${name}.zip`)
    await writeFile(path, bytes)
    await assert.rejects(readList({ path, entriesMax: 1_000, bytesMax: 1_000_000 }), name)
  }
  const path = join(folder, 'bomb.zip')
  await writeFile(path, archive)
  const entries = { path, entriesMax: 1_000 }
  assert.equal((await readList({ ...entries, bytesMax: 1_300 })).hashes.length, 100)
  await assert.rejects(readList({ ...entries, bytesMax: 1_299 }), /too many bytes/)
  const packed = join(folder, 'bomb.gz')
  await writeFile(packed, gzipSync('a'.repeat(1_000_000)))
  const one = { path: packed, entriesMax: 10 }
  await assert.rejects(readList({ ...one, bytesMax: 999_999 }), /too many bytes/)
  assert.equal((await readList({ ...one, bytesMax: 1_000_000 })).hashes.length, 0)
})

test('a list that fails to be refreshed stays as it was, and the failure is counted', async () => {
  let body: Uint8Array = writeZip({ 'list.txt': 'evil.example' })
  const site = await startPages({ '/list': () => ({ body }) })
  await using client = createClient({ guard: loopbackGuard() })
  const openList = openWith(client)
  const sources = [`${site.url}/list`]
  const blocklists = createBlocklists(sources)
  await using refresh = createListRefresh({
    sources,
    blocklists,
    openList,
    folder: join(folder, 'refreshed'),
    refreshMs: 0,
    log: silentLog,
  })
  const evil = new URL('http://evil.example/')
  await refresh.loadDue()
  const { failed, oldestAt } = refresh.gauges()
  assert.deepEqual([blocklists.find(evil), failed], [true, 0])
  body = writeZip({ 'list.txt': 'other.example' }).subarray(0, -10)
  await refresh.loadDue()
  assert.deepEqual([blocklists.find(evil), refresh.gauges()], [true, { failed: 1, oldestAt }])
  // The copy for the next start is the old one.
  assert.equal((await load(sources, openList, 'refreshed')).find(evil), true)
  body = writeZip({ 'list.txt': 'other.example' })
  await refresh.loadDue()
  assert.deepEqual([blocklists.find(evil), refresh.gauges().failed], [false, 0])
  await site[Symbol.asyncDispose]()
})

test('very many entries are found again', async () => {
  const path = join(folder, 'many.txt')
  const lines = Array.from({ length: 200_000 }, (_, index) => `d${index}.example`)
  await writeFile(path, lines.join('\n'))
  const lists = await load([path])
  assert.equal(lists.entries, 200_000)
  const samples = [0, 1, 99_999, 199_999].map((index) =>
    lists.find(new URL(`http://d${index}.example/`)),
  )
  assert.deepEqual(samples, [true, true, true, true])
  const strangers = lines
    .slice(0, 50_000)
    .filter((name) => lists.find(new URL(`http://x${name}/`)) === true)
  assert.equal(strangers.length, 0)
})
