import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Command } from 'commander'
import { commands } from '#cli/commands.ts'
import type { Terminal } from '#cli/terminal.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'weir-docs-'))
const schemaFile = join(folder, 'schema.json')
writeFileSync(schemaFile, '{"type": "object"}')
after(() => rmSync(folder, { recursive: true }))

/** Command lines of `weir` in the examples of the docs, also those inside of others. */
function documentedCommands(): { path: string; line: string }[] {
  const paths = globSync('{README.md,docs/**/*.md,skills/**/*.md}', { cwd: root })
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const blocks = [...text.matchAll(/^ *```sh[^\n]*\n(.*?)^ *```/gms)].map(([, code = '']) => code)
    return blocks
      .flatMap((code) => code.replaceAll('\\\n', ' ').split('\n'))
      .flatMap((line) => {
        const inner = [...line.matchAll(/\$\((npx weir [^)]*)\)/g)].map(([, one = '']) => one)
        const outer = line.replaceAll(/\$\(npx weir [^)]*\)/g, 'x').trim()
        return [...inner, ...(outer.startsWith('npx weir ') ? [outer] : [])]
      })
      .map((line) => ({ path, line }))
  })
}

/** The words of a command line, without quotes, comments, and where its output goes. */
function splitWords(line: string): string[] {
  const [command = ''] = line.split(/ #| [|>] /)
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.map((word) => word.replaceAll(/['"]/g, '')).slice(2)
}

/** Replaces what a command and its subcommands do. */
function withoutActions(command: Command): Command {
  for (const each of command.commands) withoutActions(each)
  const silent = { writeOut() {}, writeErr() {} }
  command.exitOverride().configureOutput(silent)
  return command.commands.length > 0 ? command : command.action(() => {})
}

async function complaintAbout(line: string): Promise<string | undefined> {
  const [name = '', ...words] = splitWords(line)
  if (name === '--help') return undefined
  const record = commands[name]
  if (!record) return `there is no command ${name}`
  const command = new Command(name)
  const declare = await record.load()
  declare(command, {} as Terminal)
  const given = words.map((word, index) => (words[index - 1] === '--schema' ? schemaFile : word))
  try {
    await withoutActions(command).parseAsync(given, { from: 'user' })
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

test('every command line of weir in the docs is accepted', async () => {
  const documented = documentedCommands()
  assert.ok(documented.length > 40, `${documented.length} command lines`)
  const wrong: string[] = []
  for (const { path, line } of documented) {
    const complaint = await complaintAbout(line)
    if (complaint !== undefined) wrong.push(`${path}: ${line}: ${complaint}`)
  }
  assert.deepEqual(wrong, [])
})

test('an unknown option, format or command is found', async () => {
  for (const line of [
    'npx weir scrape https://example.com --format markdown,links',
    'npx weir scrape https://example.com --wrong',
    'npx weir scrap https://example.com',
  ])
    assert.notEqual(await complaintAbout(line), undefined, line)
})
