import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { createClient } from '#net/client.ts'
import { loopbackGuard } from '#test/fixtures/client.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { createBlocklists } from './blocklists.ts'
import { readEntries } from './read-entries.ts'
import { createListRefresh, type OpenList } from './refresh-lists.ts'

let folder = ''
before(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-lists-'))))
after(async () => rm(folder, { recursive: true, force: true }))

const unused: OpenList = () => Promise.reject(new Error('not used'))

/** Loads lists, and returns what finds URLs in them. */
async function load(sources: readonly string[], openList = unused) {
  const blocklists = createBlocklists(sources)
  await using refresh = createListRefresh({
    sources,
    blocklists,
    openList,
    folder: join(folder, 'downloaded'),
    refreshMs: 3_600_000,
    log: silentLog,
  })
  await refresh.loadDue()
  return blocklists
}

const textsOf = (line: string) => readEntries(line).map(({ kind, text }) => `${kind} ${text}`)

test('lines of all formats become entries', () => {
  assert.deepEqual(textsOf('0.0.0.0 evil.example tracker.example # both'), [
    'host evil.example',
    'host tracker.example',
  ])
  assert.deepEqual(textsOf('127.0.0.1\tEvil.example.'), ['host evil.example'])
  assert.deepEqual(textsOf('evil.example'), ['domain evil.example'])
  assert.deepEqual(textsOf('*.evil.example'), ['domain evil.example'])
  assert.deepEqual(textsOf('||evil.example^'), ['domain evil.example'])
  assert.deepEqual(textsOf('bücher.example'), ['domain xn--bcher-kva.example'])
  assert.deepEqual(textsOf('http://1.2.3.4:8080/a.exe?b'), ['url 1.2.3.4:8080/a.exe?b'])
  assert.deepEqual(
    textsOf(
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
    assert.deepEqual(textsOf(line), [], line)
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
  const openList: OpenList = (url, signal) =>
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
  const source = `${site.url}/list`
  const evil = new URL('http://evil.example/')
  assert.equal((await load([source], openList)).find(evil), true)
  assert.equal(site.requests.length, 1)
  await site[Symbol.asyncDispose]()
  assert.equal((await load([source], openList)).find(evil), true)
})

test('a million entries are found again, in 8 MB', async () => {
  const path = join(folder, 'many.txt')
  const lines = Array.from({ length: 1_000_000 }, (_, index) => `d${index}.example`)
  await writeFile(path, lines.join('\n'))
  const lists = await load([path])
  assert.equal(lists.entries, 1_000_000)
  const samples = [0, 1, 499_999, 999_999].map((index) =>
    lists.find(new URL(`http://d${index}.example/`)),
  )
  assert.deepEqual(samples, [true, true, true, true])
  const strangers = lines
    .slice(0, 10_000)
    .filter((name) => lists.find(new URL(`http://x${name}/`)) === true)
  assert.equal(strangers.length, 0)
})
