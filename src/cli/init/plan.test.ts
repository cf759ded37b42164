import assert from 'node:assert/strict'
import {
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { agentClients } from './clients.ts'
import { clientsIn, planSteps, writeSteps } from './plan.ts'

const url = 'http://localhost:3002/mcp'
const names = Object.keys(agentClients)

async function project(files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'weir-init-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true })
    await writeFile(join(folder.path, name), text)
  }
  return folder
}

const clients = (...wanted: string[]) => wanted.flatMap((name) => agentClients[name] ?? [])

test('an empty project gets the server and the skill of every client, and a second run changes nothing', async () => {
  await using folder = await project()
  const plan = () => planSteps({ folder: folder.path, url, skill: 'skill' }, clients(...names))
  const first = await plan()
  assert.ok(first.every(({ state }) => state === 'added'))
  assert.deepEqual(await readdir(folder.path), [], 'planning writes nothing')
  await writeSteps(folder.path, first)
  assert.deepEqual(new Set((await plan()).map(({ state }) => state)), new Set(['present']))
  assert.deepEqual(clientsIn(folder.path), names)
  const written = await Promise.all(
    first.map(({ file }) => readFile(join(folder.path, file), 'utf8')),
  )
  assert.ok(written.every((text) => text === 'skill' || text.includes(url)))
  assert.ok(written.every((text) => !text.includes('fc-')))
})

test('other entries, their order, indentation, line ends and permissions stay', async () => {
  const json =
    '{\r\n\t"other": [1, 2],\r\n\t"mcpServers": {\r\n\t\t"files": { "command": "x" }\r\n\t}\r\n}\r\n'
  const toml = 'model = "x" # a comment\n\n[mcp_servers.files]\ncommand = "x"'
  await using folder = await project({ '.cursor/mcp.json': json, '.codex/config.toml': toml })
  const wanted = clients('cursor', 'codex')
  const mode = (await stat(join(folder.path, '.cursor/mcp.json'))).mode
  await writeSteps(
    folder.path,
    await planSteps({ folder: folder.path, url, skill: undefined }, wanted),
  )
  const cursor = await readFile(join(folder.path, '.cursor/mcp.json'), 'utf8')
  const { weir, ...rest } = (JSON.parse(cursor) as { mcpServers: Record<string, unknown> })
    .mcpServers
  assert.deepEqual(rest, { files: { command: 'x' } })
  assert.ok(weir)
  assert.ok(cursor.startsWith('{\r\n\t"other": [\r\n') && !/[^\r]\n/.test(cursor))
  assert.equal((await stat(join(folder.path, '.cursor/mcp.json'))).mode, mode)
  const codex = await readFile(join(folder.path, '.codex/config.toml'), 'utf8')
  assert.equal(
    codex,
    `${toml}\n\n[mcp_servers.weir]\nurl = "${url}"\nbearer_token_env_var = "WEIR_KEY"\n`,
  )
})

test('files that cannot be extended safely stay as they are, byte by byte', async () => {
  const files = {
    '.mcp.json': '{"mcpServers": {"weir": {"command": "mine"}}}',
    '.cursor/mcp.json': '{ // a comment\n "mcpServers": {} }',
    '.vscode/mcp.json': '{"servers": []}',
    '.gemini/settings.json': '[1]',
    '.codex/config.toml': '[mcp_servers."weir"]\ncommand = "mine"\n',
    'opencode.json': 'not JSON',
    '.claude/skills/weir/SKILL.md': 'mine',
  }
  await using folder = await project(files)
  const plan = await planSteps({ folder: folder.path, url, skill: 'skill' }, clients(...names))
  const refused = plan.filter(({ state }) => state === 'refused').map(({ file }) => file)
  assert.deepEqual(refused.toSorted(), Object.keys(files).toSorted())
  await writeSteps(folder.path, plan)
  for (const [file, text] of Object.entries(files))
    assert.equal(await readFile(join(folder.path, file), 'utf8'), text)
})

test('tables of TOML are not added to values, and links are not followed', async () => {
  for (const toml of [
    'mcp_servers = { a = { command = "x" } }\n',
    'mcp_servers.weir.url = "x"\n',
  ]) {
    await using folder = await project({ '.codex/config.toml': toml })
    const [step] = await planSteps({ folder: folder.path, url, skill: undefined }, clients('codex'))
    assert.equal(step?.state, 'refused', toml)
  }
  await using folder = await project({ elsewhere: '{}' })
  await symlink(join(folder.path, 'elsewhere'), join(folder.path, '.mcp.json'))
  const [step] = await planSteps({ folder: folder.path, url, skill: undefined }, clients('claude'))
  assert.equal(step?.state, 'refused')
})
