import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '#fixtures/run-command.ts'

const command = join(import.meta.dirname, 'command.ts')

test('the command prints the Markdown of a file', async () => {
  const file = join(import.meta.dirname, '../../fixtures/documents/text.odt')
  const { stdout, code } = await runCommand(command, [file])
  assert.match(stdout, /^# Weirs of the upper river\n/)
  assert.equal(code, 0)
})

test('the command takes the kind of standard input from a name', async () => {
  const { stdout } = await runCommand(command, ['--json', '--name', 'a.csv'], 'a,b\n1,2\n')
  assert.equal(
    (JSON.parse(stdout) as { markdown: string }).markdown,
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  )
})
