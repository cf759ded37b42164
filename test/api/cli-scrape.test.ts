import assert from 'node:assert/strict'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startSite } from '#test/fixtures/site.ts'
import { weir, weirOnTerminal } from '#test/fixtures/terminal.ts'

const html = `<!doctype html><html lang="en"><head><title>A page</title></head><body>
<nav><a href="/home">Home</a></nav>
<main><article><h1>A page</h1><p>With words, and <a href="/b">a link</a>.</p>
<img src="/i.png" alt="An image"></article></main></body></html>`

const startPage = () =>
  startSite(({ url, headers }, response) => {
    if (url === '/slow') return
    response.writeHead(url === '/gone' ? 404 : 200, { 'content-type': 'text/html' })
    response.end(url === '/header' ? `<p>${String(headers['x-test'])}</p>` : html)
  })
const env = { WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' }

test('weir scrape prints only the main content as Markdown', async () => {
  await using site = await startPage()

  const { exitCode, out, note } = await weir(['scrape', `${site.url}/a`], { env })

  assert.equal(note, '')
  assert.equal(exitCode, 0)
  assert.match(out, /^# A page\n\nWith words, and \[a link\]\(http.*\/b\)\.\n/)
  assert.doesNotMatch(out, /Home/)
})

test('weir scrape prints the whole page or selected parts on request', async () => {
  await using site = await startPage()

  const whole = await weir(['scrape', site.url, '--no-main-content'], { env })
  const part = await weir(['scrape', site.url, '--include-tags', 'h1'], { env })

  assert.match(whole.out, /Home/)
  assert.equal(part.out, '# A page\n')
})

test('weir scrape prints one link per line', async () => {
  await using site = await startPage()

  const { out } = await weir(['scrape', site.url, '--format', 'links', '--no-main-content'], {
    env,
  })

  assert.deepEqual(out.trim().split('\n').toSorted(), [`${site.url}/b`, `${site.url}/home`])
})

test('weir scrape prints several formats, and attributes, as JSON', async () => {
  await using site = await startPage()
  const asked = ['-f', 'markdown', '-f', 'rawHtml', '--attribute', 'main a@href']

  const { out } = await weir(['scrape', site.url, ...asked], { env })

  const document = JSON.parse(out)
  assert.equal(document.rawHtml, html)
  assert.equal(document.metadata.title, 'A page')
  assert.equal(document.metadata.statusCode, 200)
  assert.equal(document.attributes[0].values.length, 1)
})

test('weir scrape writes to a file', async () => {
  await using site = await startPage()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-cli-'))

  const { out } = await weir(['scrape', site.url, '--json', '-o', 'page.json'], {
    env,
    cwd: folder.path,
  })

  assert.equal(out, '')
  const document = JSON.parse(await readFile(join(folder.path, 'page.json'), 'utf8'))
  assert.match(document.markdown, /^# A page/)
})

test('weir scrape sends the given headers', async () => {
  await using site = await startPage()

  const { out } = await weir(['scrape', `${site.url}/header`, '-H', 'X-Test: yes: both'], { env })

  assert.equal(out, 'yes: both\n')
})

test('weir scrape refuses private addresses unless they are allowed', async () => {
  await using site = await startPage()

  const { exitCode, out, note } = await weir(['scrape', site.url], {
    env: { WEIR_ALLOWED_PRIVATE_CIDRS: '' },
  })

  assert.equal(exitCode, 1)
  assert.equal(out, '')
  assert.match(note, /private addresses are refused.*WEIR_ALLOWED_PRIVATE_HOSTS.*_CIDRS/s)
  assert.equal(site.connections.total, 0)
})

test('weir scrape checks localhost by its address', async () => {
  await using site = await startPage()
  const url = `localhost:${site.port}/a`

  const closed = await weir(['scrape', url], { env: { WEIR_ALLOWED_PRIVATE_CIDRS: '' } })
  const open = await weir(['scrape', url], { env: { WEIR_ALLOWED_PRIVATE_HOSTS: 'localhost' } })

  assert.match(closed.note, /private addresses are refused/)
  assert.match(open.out, /^# A page/)
})

test('weir scrape prints an error page and exits with 1', async () => {
  await using site = await startPage()

  const { exitCode, out, note } = await weir(['scrape', `${site.url}/gone`], { env })

  assert.match(out, /^# A page/)
  assert.match(note, /returned status 404/)
  assert.equal(exitCode, 1)
})

test('weir scrape fails at its timeout', async () => {
  await using site = await startPage()

  const { exitCode, note } = await weir(['scrape', `${site.url}/slow`, '--timeout', '1000'], {
    env,
  })

  assert.equal(exitCode, 1)
  assert.match(note, /timeout/i)
})

test('weir reports invalid commands', async () => {
  const wrong = {
    'scrape ftp://example.com/': /unsupported protocol/,
    'scrape example.com --format pdf': /must be one of markdown/,
    'scrape example.com --timeout soon': /whole number, 1000 to 300000/,
    scrape: /missing required argument 'url'/,
    scarpe: /Did you mean scrape/,
  }
  for (const [command, sentence] of Object.entries(wrong)) {
    const { exitCode, out, note } = await weir(command.split(' '), { env })

    assert.match(note, sentence)
    assert.equal(exitCode, 1)
    assert.equal(out, '')
  }
})

test('weir names an invalid setting without its value', async () => {
  const { exitCode, note } = await weir(['serve'], { env: { WEIR_API_KEY: 'hunter2' } })

  assert.equal(exitCode, 1)
  assert.match(note, /WEIR_API_KEY: must have at least 16 characters/)
  assert.doesNotMatch(note, /hunter2/)
})

test('control sequences of a page are escaped on the terminal and unchanged in files', async () => {
  await using site = await startSite((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<h1>A \x1b]52;c;cm0=\x07p\x1b[31mage\u009b2J\u202e</h1>')
  })
  const args = ['scrape', site.url, '--format', 'rawHtml']

  const shown = await weirOnTerminal(args, { env })
  const piped = await weir(args, { env })

  assert.match(shown, /<h1>A page<\/h1>/)
  assert.ok(piped.out.includes('\x1b]52;c'))
})
