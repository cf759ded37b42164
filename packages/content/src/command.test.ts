import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { article } from '#fixtures/article.ts'
import { runCommand } from '#fixtures/run-command.ts'

const command = join(import.meta.dirname, 'command.ts')

test('the command prints the Markdown of a file or of standard input', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-content-'))
  const path = join(folder.path, 'mill.html')
  await writeFile(path, article('The mill'))
  const read = await runCommand(command, [path])
  assert.match(read.stdout, /^# The mill\n\nIt has several sentences[^]*\n$/)
  assert.equal(read.code, 0)
  assert.deepEqual(await runCommand(command, [], article('The mill')), read)
})

test('the command prints all that was found as JSON', async () => {
  const args = ['--json', '--url', 'https://example.org/mill']
  const { stdout } = await runCommand(command, args, article('The mill'))
  const { links, metadata } = JSON.parse(stdout) as Record<string, unknown>
  assert.deepEqual(links, ['https://example.org/menu', 'https://example.org/next'])
  assert.equal((metadata as { title?: string }).title, 'The mill')
})

test('the command names what is wrong and ends with 1', async () => {
  const wrong = await runCommand(command, ['--nothing'])
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /^weir-content: Unknown option '--nothing'/)
  const file = await runCommand(command, [], '%PDF-1.7')
  assert.equal(
    file.stderr,
    'weir-content: This is a file, not a page: pdf. (SCRAPE_UNSUPPORTED_FILE_ERROR)\n',
  )
  const { stdout } = await runCommand(command, ['--help'])
  assert.match(stdout, /^Usage: weir-content \[options\] \[file\]\n/)
})
