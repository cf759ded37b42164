import assert from 'node:assert/strict'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePdf } from '#fixtures/pdf.ts'
import { weir, weirHere, weirOnTerminal } from '#test/fixtures/terminal.ts'

const fixture = (name: string) =>
  join(import.meta.dirname, '../../packages/fixtures/documents', name)

test('weir parse prints only the Markdown of a file', async () => {
  const { exitCode, out, note } = await weir(['parse', fixture('text.docx')])
  assert.deepEqual([exitCode, note], [0, ''])
  assert.match(out, /^# Weirs of the upper river\n\nA weir holds \*\*back\*\*/)
})

test('weir parse prints the whole document, or writes it to a file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-parse-'))
  const file = join(folder.path, 'out.json')
  const ran = await weirHere(['parse', fixture('slides.odp'), '--json', '-f', 'html', '-o', file])
  assert.deepEqual([ran.exitCode, ran.out], [0, ''])
  const { html, metadata } = JSON.parse(await readFile(file, 'utf8')) as {
    html: string
    metadata: Record<string, unknown>
  }
  assert.match(html, /Weirs in slides/)
  assert.deepEqual([metadata['sourceFile'], metadata['numPages']], ['slides.odp', 2])
})

test('weir parse reports unreadable files', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-parse-'))
  const torn = join(folder.path, 'torn.docx')
  await writeFile(torn, (await readFile(fixture('text.docx'))).subarray(0, 2_000))
  const { exitCode, note } = await weirHere(['parse', torn])
  assert.equal(exitCode, 1)
  assert.match(note, /damaged or cut off/)
  const missing = await weirHere(['parse', join(folder.path, 'none.pdf')])
  assert.equal(missing.exitCode, 1)
})

const pageOfText = (page: number) => [
  { text: `This is page ${page}.`, points: 20 },
  { text: 'It says that weirs hold back water, and where they stand.' },
]
const skip = process.platform === 'linux' ? false : 'needs the script of Linux'
test('weir parse shows its progress over the pages on a terminal only', { skip }, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-parse-'))
  const file = join(folder.path, 'pages.pdf')
  await writeFile(file, makePdf([1, 2, 3].map(pageOfText)))

  const clear = '\r\x1b[K'
  const seen = (await weirOnTerminal(['parse', file])).replaceAll(clear, '<clear>')
  assert.match(seen, /^<clear>[█░]{30} \d of 3 pages<clear>/)
  assert.match(seen, /<clear>█{30} 3 of 3 pages<clear># This is page 1\./)

  const { exitCode, out, note } = await weirHere(['parse', file])
  assert.deepEqual([exitCode, note], [0, ''])
  assert.match(out, /^# This is page 1\.\n\nIt says/)
})
