import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtempDisposable, readdir } from 'node:fs/promises'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { testDatabase } from '#test/database.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { send } from '#test/fixtures/ask.ts'
import { atTerminal } from '#test/fixtures/pseudo-terminal.ts'
import { weir, weirHere } from '#test/fixtures/terminal.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const script = join(import.meta.dirname, '../../scripts/weir.mjs')
const temporary = () => mkdtempDisposable(join(tmpdir(), 'weir-start-'))

/** That there is a database already keeps the start short. */
async function temporaryWithDatabase() {
  const [folder, database] = await Promise.all([temporary(), testDatabase()])
  return { folder, env: { WEIR_DATA_DIR: folder.path, DATABASE_URL: database.url } }
}

async function refusal(env: NodeJS.ProcessEnv, run = weirHere): Promise<string> {
  const { exitCode, out, note } = await run(['serve'], { env })
  assert.equal(exitCode, 1)
  assert.equal(out, '')
  return note
}

test('a used port is reported with the setting that changes it', async () => {
  const { folder, env } = await temporaryWithDatabase()
  await using _ = folder
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  const note = await refusal({ ...env, WEIR_PORT: String(port) }, weir)
  other.close()

  assert.match(note, new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use.*WEIR_PORT`))
  // The key that such a start would have made is not lost: it makes none.
  await assert.rejects(stat(join(folder.path, 'first-api-key')), { code: 'ENOENT' })
  await using service = await startWeir({ env: { ...env, WEIR_API_KEY: '' } })
  while (!service.output().includes('first-api-key')) await sleep(20)
  const key = (await readFile(join(folder.path, 'first-api-key'), 'utf8')).trim()
  assert.equal((await send({ url: service.url, key }, 'GET /v2/team/credit-usage')).status, 200)
})

test('a disk without space for the database is reported with the setting that names another', async (t) => {
  await using folder = await temporary()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder.path])
  if (mounted.status !== 0) return t.skip('this system permits no mounts')
  try {
    const note = await refusal({ WEIR_DATA_DIR: folder.path })
    assert.match(note, /^PostgreSQL could not create its folder .* set WEIR_DATA_DIR to a folder/)
  } finally {
    spawnSync('umount', [folder.path])
  }
})

test('a database folder of another PostgreSQL is reported', async () => {
  await using folder = await temporary()
  const postgres = join(folder.path, 'postgres')
  await mkdir(postgres, { mode: 0o700 })
  await writeFile(join(postgres, 'PG_VERSION'), '11\n')
  await writeFile(join(postgres, 'postgresql.conf'), '')
  if (process.getuid?.() === 0) {
    const foreign = await refusal({ WEIR_DATA_DIR: folder.path })
    assert.match(foreign, /^PostgreSQL did not start\. It said: .* Give the folder .*\(chown -R\)/)
    await rm(join(postgres, 'server.log'))
    for (const name of ['', 'PG_VERSION', 'postgresql.conf'])
      await chown(join(postgres, name), 65_534, 65_534)
  }
  const note = await refusal({ WEIR_DATA_DIR: folder.path })
  assert.match(
    note,
    /^PostgreSQL did not start\. It said: .* Set WEIR_PG_BIN to the programs of .*server\.log/,
  )
})

test('a data folder of something else is left as it is and reported with its setting', async () => {
  const { folder, env } = await temporaryWithDatabase()
  await using _ = folder
  await writeFile(join(folder.path, 'thesis.docx'), '')

  for (const place of [env, { WEIR_DATA_DIR: folder.path }]) {
    const note = await refusal(place)
    assert.match(note, /^The folder .* has files, but none of Weir\. Set WEIR_DATA_DIR to a new/)
  }
  assert.deepEqual(await readdir(folder.path), ['thesis.docx'])
})

test('a data folder without permission to write is reported with its setting', async () => {
  await using folder = await temporary()
  await chmod(folder.path, 0o555)
  // Root may write everywhere.
  const ids = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const env = { ...process.env, WEIR_DATA_DIR: folder.path, HOME: folder.path }

  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'serve'], { ...ids, env })

  assert.equal(status, 1)
  assert.equal(stdout.toString(), '')
  assert.match(
    stderr.toString(),
    /^The data folder .* cannot be written \(EACCES\)\. Make it writable for this user, or set WEIR_DATA_DIR/m,
  )
})

test('an unavailable listen address is reported with its setting', async () => {
  const { folder, env } = await temporaryWithDatabase()
  await using _ = folder

  const note = await refusal({ ...env, WEIR_HOST: '192.0.2.1' })

  assert.match(note, /^This machine has no address 192\.0\.2\.1\. Set WEIR_HOST/)
})

test('metrics that cannot be served are reported with their own settings', async () => {
  const { folder, env } = await temporaryWithDatabase()
  await using _ = folder
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const serve = { ...env, WEIR_PORT: '0', WEIR_METRICS_PORT: String(port) }

  const used = await refusal(serve)
  const elsewhere = await refusal({ ...serve, WEIR_METRICS_HOST: '192.0.2.1' })
  other.close()

  assert.match(used, new RegExp(`^Port ${port} of .*set WEIR_METRICS_PORT to another`))
  assert.match(elsewhere, /^This machine has no address 192\.0\.2\.1\. Set WEIR_METRICS_HOST/)
})

test('an unavailable address for the proxy of the browser is reported with its setting', async () => {
  const { folder, env } = await temporaryWithDatabase()
  await using _ = folder

  const note = await refusal({ ...env, WEIR_BROWSER_PROXY_HOST: '192.0.2.1' })

  assert.match(note, /^WEIR_BROWSER_PROXY_HOST: .* cannot listen on 192\.0\.2\.1/)
})

test('a data folder that cannot be created is reported with its setting', async () => {
  await using folder = await temporary()
  const file = join(folder.path, 'file')
  await writeFile(file, '')

  const note = await refusal({ WEIR_DATA_DIR: join(file, 'data') })

  assert.match(note, /^The data folder .*file\/data cannot be written \(ENOTDIR\).*WEIR_DATA_DIR/)
})

test('an unreachable database is reported with its host and without its password', async () => {
  await using folder = await temporary()
  const port = await freePort()

  const note = await refusal({
    DATABASE_URL: `postgres://weir:hunter2@127.0.0.1:${port}/weir`,
    WEIR_DATA_DIR: folder.path,
  })

  assert.match(
    note,
    new RegExp(`^DATABASE_URL: the PostgreSQL at 127\\.0\\.0\\.1:${port} .*ECONNREFUSED`),
  )
  assert.doesNotMatch(note, /hunter2/)
})

test('a missing database program is reported with its setting', async () => {
  await using folder = await temporary()

  const note = await refusal({ WEIR_PG_BIN: folder.path, WEIR_DATA_DIR: folder.path })

  assert.match(note, /^WEIR_PG_BIN: there is no program "postgres" in /)
})

test('an invalid value is reported with the valid ones', async () => {
  const note = await refusal({ WEIR_PORT: 'abc', WEIR_ROLE: 'both', WEIR_REQUESTS_MAX: '0' })

  assert.match(note, /WEIR_PORT: must be a whole number$/m)
  assert.match(note, /WEIR_ROLE: must be one of all, api, worker, interact$/m)
  assert.match(note, /WEIR_REQUESTS_MAX: must be at least 1$/m)
  assert.match(note, /docs\/configuration\.md/)
  assert.doesNotMatch(note, /abc|both/)
})

test('an unknown setting is reported with the most similar one', async () => {
  const note = await refusal({ WEIR_PROT: '80', WEIR_DATA_DIR: join('/dev/null', 'data') })

  assert.match(note, /^WEIR_PROT is not a setting of Weir\. Did you mean WEIR_PORT\?$/m)
})

test('without a terminal, standard output is JSON and the first key is written to a file', async () => {
  await using service = await startWeir({ env: { WEIR_API_KEY: '', WEIR_LOG_LEVEL: 'info' } })
  let out = ''
  service.child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))

  // Written once the port is open.
  while (!service.output().includes('first-api-key')) await sleep(20)
  const path = join(service.dataDir, 'first-api-key')
  const key = (await readFile(path, 'utf8')).trim()
  const answer = await send({ url: service.url, key }, 'GET /v2/team/credit-usage')
  const link = await weirHere(['open'], {
    env: { WEIR_DATA_DIR: service.dataDir, WEIR_PORT: new URL(service.url).port },
  })
  service.child.kill('SIGTERM')
  await once(service.child, 'exit')

  assert.match(link.out, /^http:\/\/localhost:\d+\/console#code=[\w-]+\n$/)
  assert.ok(!service.output().includes(link.out.trim().split('=')[1] ?? ''))
  assert.equal(answer.status, 200)
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.ok(!service.output().includes(key))
  assert.match(service.output(), /The first API key is in .*first-api-key/)
  assert.ok(
    out
      .trim()
      .split('\n')
      .every((line) => JSON.parse(line)),
  )
})

test('search providers that cannot be asked are reported', async () => {
  const { folder, env } = await temporaryWithDatabase()
  await using _ = folder
  const providers = { WEIR_SEARCH: 'web', WEIR_SEARCH_PROVIDERS: 'wikipedia,duck,brave' }
  await using service = await startWeir({
    env: { ...env, ...providers, WEIR_BROWSER_PAGES_MAX: '0' },
  })

  assert.match(service.output(), /^WEIR_SEARCH_PROVIDERS: not asked, .*: duck, brave\.$/m)
})

test('on a terminal, output is readable lines and the first key is shown once', async () => {
  const { folder, env: place } = await temporaryWithDatabase()
  await using _ = folder
  const port = await freePort()
  const env = { ...process.env, ...place, WEIR_BROWSER_PAGES_MAX: '0', WEIR_API_KEY: '' }
  const start = () =>
    atTerminal(
      [process.execPath, script, 'serve', '--data-dir', folder.path, '--port', String(port)],
      { env },
    )
  const shown = async () => {
    const terminal = start()
    while (!(await Promise.race([terminal.ended, sleep(100, false)]))) {
      const answer = await request(`http://127.0.0.1:${port}/v2/nothing`).catch(() => undefined)
      await answer?.body.dump()
      // The port is open before the key is shown, and a request is answered before it is logged.
      const isShown = ['listens on', 'method=GET'].every((text) => terminal.output().includes(text))
      if (isShown) terminal.type('\x03')
    }
    return terminal.output()
  }

  const [first, second] = [await shown(), await shown()]

  assert.match(first, /Your API key, shown this once: \S*fc-[0-9a-f]{32}/)
  assert.match(first, /\d\d:\d\d:\d\d {2}info {3}request {2}method=GET/)
  assert.doesNotMatch(first, /"level"/)
  assert.match(second, /listens on/)
  assert.doesNotMatch(second, /fc-[0-9a-f]{32}/)
})
