import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startSite } from '#test/fixtures/site.ts'
import { weir, weirHere } from '#test/fixtures/terminal.ts'

const env = { WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' }
const html = `<!doctype html><title>A page</title><main><h1>A page</h1><p id="text">First words.</p>
<button onclick="text.textContent = 'Words after a click.'">More</button>
<input><div style="height: 3000px"></div></main>
<script>setTimeout(() => (document.title = 'A late title'), 700)</script>`

const startPage = () =>
  startSite((_request, response) => response.setHeader('content-type', 'text/html').end(html))
const temporary = () => mkdtempDisposable(join(tmpdir(), 'weir-pictures-'))

/** Width and height of a PNG. */
function readSize(path: string): readonly [number, number] {
  const bytes = readFileSync(path)
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

test('weir scrape saves a screenshot of the viewport or the full page', async () => {
  await using site = await startPage()
  await using folder = await temporary()
  const asked = ['scrape', site.url, '--format', 'screenshot']

  const first = join(folder.path, 'first.png')
  const named = await weirHere([...asked, '-o', first], { env })
  const whole = await weir([...asked, '--full-page'], { env, cwd: folder.path })

  assert.equal(named.exitCode, 0, named.note)
  assert.equal(named.out, '')
  assert.equal(whole.out, 'screenshot.png\n')
  const [, height] = readSize(first)
  assert.ok(height < 3_000 && readSize(join(folder.path, 'screenshot.png'))[1] >= 3_000)
})

test('weir scrape runs actions and prints their results', async () => {
  await using site = await startPage()
  await using folder = await temporary()
  const steps = ['click:button', '{"type": "executeJavascript", "script": "1 + 1"}', 'screenshot']
  const asked = steps.flatMap((step) => ['--action', step])

  const files = join(folder.path, 'files')
  const { out, note, exitCode } = await weirHere(
    ['scrape', site.url, ...asked, '--json', '--files-folder', files],
    { env },
  )

  assert.equal(exitCode, 0, note)
  const document = JSON.parse(out)
  assert.match(document.markdown, /Words after a click/)
  assert.deepEqual(document.actions.javascriptReturns, [{ type: 'number', value: 2 }])
  assert.deepEqual(document.actions.screenshots, [join(files, 'screenshot-1.png')])
  assert.ok(existsSync(join(files, 'screenshot-1.png')))
  assert.equal(note, `Written: ${join(files, 'screenshot-1.png')}\n`)
  assert.equal('rendering' in document, false)
})

test('weir scrape waits for scripts with --wait-for', async () => {
  await using site = await startPage()

  const { out } = await weirHere(['scrape', site.url, '--wait-for', '1500', '--json'], { env })

  assert.equal(JSON.parse(out).metadata.title, 'A late title')
})

test('the terminal refuses the same requests as the API, with the same text', async () => {
  const { note, exitCode } = await weirHere(
    ['scrape', 'http://example.com', '--wait-for', '2000', '--timeout', '3000'],
    { env },
  )
  const step = await weirHere(['scrape', 'http://example.com', '--action', 'scroll:left'], { env })

  assert.equal(exitCode, 1)
  assert.match(note, /waitFor must not exceed half of timeout/)
  assert.match(step.note, /actions\.0\.direction/)
})
