/**
 * What `npm pack` makes, installed into an empty folder: `npx weir serve` is the one command to a running service, with Node 22 (which
 * installs Node 24 beside it) and Node 24. It reads a local page and an office file, shows its console and its documentation, stops at a
 * signal, and starts again on the same data folder with the same key. Installs both versions of Node from the registry. Control: a folder
 * without the package has no such command.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FormData, request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { copySources } from '#test/fixtures/copy-sources.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { article, startPages } from '#test/fixtures/pages.ts'

const root = join(import.meta.dirname, '../..')
const lookMs = 200
const looksMax = 1_500
const document = join(root, 'packages/fixtures/documents/text.docx')
using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-npm-'))
await using site = await startPages({ '/': article('The mill') })

/** Runs npm as a stranger would: nothing of the surrounding `npm run` reaches it. */
function npm(cwd: string, ...args: readonly string[]): string {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  return execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    env: Object.fromEntries(env),
  })
}

function makeProject(name: string): string {
  const path = join(folder.path, name)
  mkdirSync(path)
  writeFileSync(join(path, 'package.json'), '{}\n')
  return path
}

/** Packs a copy, because `npm pack` replaces package.json while it runs. */
function pack(): string {
  const copy = join(folder.path, 'sources')
  copySources(copy)
  const printed = npm(copy, 'pack', '--pack-destination', folder.path)
  return join(folder.path, printed.trim().split('\n').at(-1) ?? '')
}

interface Place {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly url: string
}

async function start({ cwd, env, url }: Place): Promise<ChildProcess> {
  const child = spawn('npx', ['--no-install', 'weir', 'serve'], { cwd, env, detached: true })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed = `${printed}${chunk.toString()}`.slice(-4_000)))
  for (let look = 0; look < looksMax && child.exitCode === null; look++) {
    const answer = await request(`${url}/health/ready`).catch(() => undefined)
    await answer?.body.dump()
    if (answer?.statusCode === 200) return child
    await sleep(lookMs)
  }
  await stop(child)
  throw new Error(`weir serve did not get ready:\n${printed}`)
}

/** As Ctrl-C does, which reaches every process of the terminal. */
async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.pid === undefined) return child.exitCode
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGINT')
  await exited
  return child.exitCode
}

async function get(url: string): Promise<number> {
  const { statusCode, body } = await request(url)
  await body.dump()
  return statusCode
}

async function countRight({ cwd, url }: Place): Promise<number> {
  const key = readFileSync(join(cwd, 'data/first-api-key'), 'utf8').trim()
  const headers = { authorization: `Bearer ${key}` }
  const scraped = await request(`${url}/v2/scrape`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site.url }),
  })
  const page = await scraped.body.text()
  const form = new FormData()
  form.set('file', new Blob([readFileSync(document)]), 'text.docx')
  const parsed = await request(`${url}/v2/parse`, { method: 'POST', headers, body: form })
  const file = await parsed.body.text()
  return [
    page.includes('# The mill'),
    file.includes('# Weirs of the upper river'),
    (await get(`${url}/console`)) === 200,
    (await get(`${url}/docs`)) === 200,
    (await get(`${url}/docs/api`)) === 200,
  ].filter(Boolean).length
}

const tarball = pack()
const results: string[] = []
let passed = true
for (const major of ['22', '24']) {
  const runtime = makeProject(`node-${major}`)
  npm(runtime, 'install', `node@${major}`)
  const cwd = makeProject(`project-${major}`)
  npm(cwd, 'install', tarball)
  const port = String(await freePort())
  const place: Place = {
    cwd,
    url: `http://127.0.0.1:${port}`,
    env: {
      PATH: `${join(runtime, 'node_modules/node/bin')}:${process.env['PATH']}`,
      HOME: folder.path,
      npm_config_cache: npm(root, 'config', 'get', 'cache').trim(),
      WEIR_PORT: port,
      WEIR_SEARCH: 'local',
      WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    },
  }
  let child = await start(place)
  const first = await countRight(place)
  await stop(child)
  child = await start(place)
  const again = await countRight(place)
  await stop(child)
  const isGone = await get(`${place.url}/health/live`).then(
    () => false,
    () => true,
  )
  passed &&= first === 5 && again === 5 && isGone
  results.push(`Node ${major}: ${first} of 5, after a restart ${again} of 5`)
}
const control = (() => {
  try {
    execFileSync('npx', ['--no-install', 'weir', '--version'], {
      cwd: makeProject('empty'),
      stdio: 'ignore',
    })
    return 'runs'
  } catch {
    return 'does not run'
  }
})()
report(
  'npm-package',
  passed && control === 'does not run',
  `${results.join('; ')}; control ${control}`,
)
