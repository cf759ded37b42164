import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { weir, weirHere } from '#test/fixtures/terminal.ts'

const env = { WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' }
const links = ['/docs/a', '/docs/b.html', '/docs/b.html?page=2', '/docs/closed', '/docs/file.bin']
const list = links.map((link) => `<a href="${link}">${link}</a>`).join('')
const site = await startPages({
  '/docs/': article('Docs').replace('</main>', `${list}</main>`),
  '/docs/a': article('Page A'),
  '/docs/b.html': article('Page B'),
  '/docs/file.bin': {
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(9, 1),
  },
  '/robots.txt': 'User-agent: *\nDisallow: /docs/closed',
})
disposeAfterTests(site)

test('weir crawl writes a file for each page, a line for each page, and all in one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-crawl-'))
  const [pages, lines, text] = ['pages', 'pages.jsonl', 'llms-full.txt'].map((name) =>
    join(folder.path, name),
  )
  const args = ['-o', pages ?? '', '--jsonl', lines ?? '', '--llms', text ?? '']

  const { exitCode, out, note } = await weir(['crawl', `${site.url}/docs/`, ...args], { env })

  assert.equal(exitCode, 0, note)
  assert.equal(out, '')
  const files = globSync('**/*.md', { cwd: pages ?? '' }).map((file) =>
    file.replace(/^[^/]*\//, ''),
  )
  assert.equal(files.length, 4)
  assert.ok(
    files.includes('docs/index.md') && files.includes('docs/a.md') && files.includes('docs/b.md'),
  )
  assert.match(files.toSorted().join(' '), /docs\/b-[0-9a-f]{8}\.md/)
  const rows = readFileSync(lines ?? '', 'utf8')
    .trim()
    .split('\n')
  assert.deepEqual(
    new Set(rows.map((row) => (JSON.parse(row) as { metadata: { title: string } }).metadata.title)),
    new Set(['Docs', 'Page A', 'Page B']),
  )
  assert.match(readFileSync(text ?? '', 'utf8'), /# Page A\nURL: http.*\/docs\/a\n\n# Page A\n/)
  assert.match(note, /^4 pages in .* s \(completed\)\./m)
  assert.match(note, /1 URL disallowed by robots\.txt/)
  assert.match(note, /failed http.*file\.bin: Files of type/)
})

test('weir crawl prints the pages without an output option', async () => {
  const { out, exitCode } = await weirHere(['crawl', `${site.url}/docs/`, '-n', '1'], { env })
  assert.equal(exitCode, 0)
  assert.match(out, /^# Docs\nURL: http/)
})

test('weir crawl fails when no page could be loaded, and names the setting that allows a private address', async () => {
  const nothing = await weirHere(['crawl', `${site.url}/nothing`], { env })
  const refused = await weirHere(['crawl', `${site.url}/docs/`], {
    env: { WEIR_ALLOWED_PRIVATE_CIDRS: '' },
  })

  assert.equal(nothing.exitCode, 1)
  assert.match(nothing.note, /No page could be loaded\./)
  assert.equal(refused.exitCode, 1)
  assert.match(refused.note, /WEIR_ALLOWED_PRIVATE_HOSTS=.*WEIR_ALLOWED_PRIVATE_CIDRS=/)
})

test('weir map prints one URL per line, best match first', async () => {
  const { out, exitCode } = await weirHere(
    ['map', `${site.url}/docs/`, '-s', 'closed', '-n', '3'],
    {
      env,
    },
  )
  assert.equal(exitCode, 0)
  assert.deepEqual(out.trim().split('\n').slice(0, 2), [
    `${site.url}/docs/closed`,
    `${site.url}/docs/`,
  ])
})

test('weir crawl reports why a site cannot be crawled', async () => {
  const { note, exitCode } = await weirHere(
    ['crawl', 'http://nowhere.invalid/', '--include', '(?=x)'],
    { env },
  )
  assert.equal(exitCode, 1)
  assert.match(note, /Invalid includePaths pattern/)
})
