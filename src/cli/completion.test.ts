import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Command } from 'commander'
import { weirHere } from '#test/fixtures/terminal.ts'
import { commands } from './commands.ts'
import type { Terminal } from './terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-completion-'))
after(() => rmSync(folder, { recursive: true }))

/** How each shell says what may follow the words; the last one is being typed. */
const shells = {
  bash: (file: string, words: readonly string[]) =>
    execFileSync('bash', [
      '-c',
      `source ${file}; COMP_WORDS=(weir "$@"); COMP_CWORD=$#; _weir; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      ...words,
    ]),
  // Functions of its completion system are there only while a person types.
  zsh: (file: string, words: readonly string[]) =>
    execFileSync('zsh', [
      '-fc',
      `compdef() { }; _describe() { print -l -- \${(P)2} }; source ${file}
       words=(weir "$@"); CURRENT=\${#words}; _weir`,
      'zsh',
      ...words,
    ]),
  fish: (file: string, words: readonly string[]) =>
    execFileSync('fish', [
      '--no-config',
      '-c',
      `source ${file}; complete -C "weir ${words.join(' ')}"`,
    ]),
}

for (const [shell, complete] of Object.entries(shells)) {
  test(`${shell} completes commands, options and values`, async (t) => {
    if (spawnSync(shell, ['-c', 'true']).error) return t.skip(`${shell} is not installed`)
    const { out, exitCode } = await weirHere(['completion', shell])
    assert.equal(exitCode, 0)
    const file = join(folder, shell)
    writeFileSync(file, out)
    const list = (...words: readonly string[]) =>
      complete(file, words)
        .toString()
        .split('\n')
        .map((line) => line.split(/[:\t]/)[0] ?? '')
        .filter((word) => word.startsWith(words.at(-1) ?? ''))
    assert.deepEqual(list('scr'), ['scrape'])
    assert.deepEqual(list('scrape', '--full'), ['--full-page'])
    assert.deepEqual(list('scrape', 'x', '--proxy', 'en'), ['enhanced'])
    assert.deepEqual(list('scrape', '--format', 'mark'), ['markdown'])
    assert.deepEqual(list('monitor', 'cre'), ['create'])
    assert.deepEqual(list('monitor', 'create', '--tim'), ['--timezone'])
    assert.deepEqual(list('keys', 'rev'), ['revoke'])
    assert.deepEqual(list('completion', 'fi'), ['fish'])
    assert.deepEqual(list('keys', 'cre'), ['create'])
    assert.deepEqual(list('keys', '--full'), [])
  })
}

/** What ends only when it is stopped, or prints for another program alone. */
const withoutJson = ['serve', 'mcp', 'completion']

test('every command but those that print for programs anyway has --json', async () => {
  const lacking: string[] = []
  for (const [name, { load }] of Object.entries(commands)) {
    const command = new Command(name)
    const declare = await load()
    declare(command, {} as Terminal)
    const leaves = command.commands.length > 0 ? command.commands : [command]
    for (const leaf of leaves)
      if (!leaf.options.some(({ long }) => long === '--json'))
        lacking.push(leaf === command ? name : `${name} ${leaf.name()}`)
  }
  assert.deepEqual(lacking, withoutJson)
})
