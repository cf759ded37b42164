import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#config.ts'
import { testDatabase } from '#test/database.ts'
import { checkBrowser } from './browser.ts'
import { checkDatabase } from './database.ts'
import { checkDataFolder, checkDiskSpace } from './disk.ts'
import { checkPackages } from './machine.ts'
import { checkProxies, checkService } from './network.ts'

async function listen(status: number, body: object) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, [Symbol.asyncDispose]: async () => server.close().closeAllConnections() }
}

test('the doctor sees a service that is ready', async () => {
  await using service = await listen(200, { status: 'ok' })

  const finding = await checkService(readConfig({ WEIR_PORT: String(service.port) }))

  assert.equal(finding.state, 'ok')
  assert.equal(finding.text, `running and ready on http://127.0.0.1:${service.port}`)
})

test('the doctor names the part that keeps a service from being ready', async () => {
  await using service = await listen(503, { parts: { database: false, service: true } })

  const finding = await checkService(readConfig({ WEIR_PORT: String(service.port) }))

  assert.equal(finding.state, 'missing')
  assert.match(finding.text, /database does not work$/)
})

test('the doctor distinguishes another program on the port from Weir', async () => {
  await using other = await listen(404, {})

  const finding = await checkService(
    readConfig({ WEIR_PORT: String(other.port), WEIR_HOST: '0.0.0.0' }),
  )

  assert.equal(finding.state, 'missing')
  assert.match(finding.mend ?? '', /WEIR_PORT/)
})

test('the doctor tests every proxy and does not print its password', async () => {
  await using proxy = await listen(200, {})
  await using closed = await listen(200, {})
  await closed[Symbol.asyncDispose]()

  const findings = await checkProxies(
    readConfig({
      WEIR_PROXY_BASIC: `http://user:hunter2@127.0.0.1:${proxy.port}`,
      WEIR_PROXY_ENHANCED: `http://127.0.0.1:${closed.port}`,
    }),
  )

  assert.deepEqual(
    findings.map(({ state }) => state),
    ['ok', 'missing'],
  )
  assert.doesNotMatch(JSON.stringify(findings), /hunter2/)
})

test('the doctor tests a proxy without a port at the port of its protocol', async () => {
  const proxies = 'http://127.0.0.1, https://127.0.0.1, socks5://127.0.0.1'

  const findings = await checkProxies(readConfig({ WEIR_PROXY_BASIC: proxies }))

  const addresses = findings.map(({ text }) => text.split(' ')[0])
  const expected = ['http://127.0.0.1:80', 'https://127.0.0.1:443', 'socks5://127.0.0.1:1080']
  assert.deepEqual(addresses, expected)
})

test('the doctor measures the data folder and does not create a missing one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-doctor-'))
  await mkdir(join(folder.path, 'incoming'))
  await writeFile(join(folder.path, 'incoming/a'), Buffer.alloc(3 * 1024))
  await using other = await mkdtempDisposable(join(tmpdir(), 'weir-foreign-'))
  await writeFile(join(other.path, 'thesis.docx'), '')

  const there = await checkDataFolder(readConfig({ WEIR_DATA_DIR: folder.path }))
  const absent = await checkDataFolder(readConfig({ WEIR_DATA_DIR: join(folder.path, 'x/y') }))
  const space = await checkDiskSpace(readConfig({ WEIR_DATA_DIR: join(folder.path, 'x/y') }))

  assert.equal(there.text, `${folder.path}, 3.0 KB`)
  assert.equal(absent.state, 'note')
  const foreign = await checkDataFolder(readConfig({ WEIR_DATA_DIR: other.path }))
  assert.match(foreign.text, /has files, but none of Weir$/)
  assert.match(space.text, /free, 5.0 GB for cached pages$/)
})

test('the doctor does not ask for embedded programs where another database is named', () => {
  const finding = checkPackages(readConfig({ DATABASE_URL: 'postgres://localhost/weir' }))

  assert.equal(finding.text, 'complete')
})

test('the doctor reports the migration state of the database', async () => {
  await using database = await testDatabase()
  const config = readConfig({ DATABASE_URL: database.url })

  const current = await checkDatabase(config)
  await database.query('delete from migrations where name like $1', ['0001%'])
  const behind = await checkDatabase(config)
  await database.query("insert into migrations (name, checksum) values ('9999_later.sql', '')")
  const ahead = await checkDatabase(config)

  assert.match(current.text, /^external PostgreSQL \d+\.\d+, up to date$/)
  assert.match(behind.text, /the next start applies 1 more$/)
  assert.equal(ahead.state, 'missing')
  assert.match(ahead.mend ?? '', /A newer version of Weir/)
})

test('the doctor says when the database does not answer', async () => {
  await using free = await listen(200, {})
  await free[Symbol.asyncDispose]()

  const finding = await checkDatabase(
    readConfig({ DATABASE_URL: `postgres://127.0.0.1:${free.port}/weir` }),
  )

  assert.equal(finding.state, 'missing')
  assert.match(finding.mend ?? '', /DATABASE_URL/)
})

test('the doctor starts no database where there is none', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-doctor-'))

  const finding = await checkDatabase(readConfig({ WEIR_DATA_DIR: folder.path }))

  assert.equal(finding.state, 'note')
})

test('the doctor finds a browser that starts and loads no page', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-doctor-'))
  const program = join(folder.path, 'chromium')
  // Responds only to the first commands of the driver.
  await writeFile(program, `#!${process.execPath}\n${browserThatShowsNothing}`, { mode: 0o755 })
  await chmod(folder.path, 0o755)

  const finding = await checkBrowser(readConfig({ WEIR_BROWSER_PATH: program }))

  assert.equal(finding.state, 'missing')
  assert.match(finding.text, /It starts, but loads no page/)
})

const browserThatShowsNothing = `
  const { createReadStream, createWriteStream } = require('node:fs')
  const [input, output] = [createReadStream(null, { fd: 3 }), createWriteStream(null, { fd: 4 })]
  let text = ''
  input.on('data', (chunk) => {
    text += chunk
    for (let end = text.indexOf('\\0'); end >= 0; end = text.indexOf('\\0')) {
      const { id, method } = JSON.parse(text.slice(0, end))
      text = text.slice(end + 1)
      const isKnown = method !== 'Target.createBrowserContext'
      const version = { product: 'HeadlessChrome/1.0', revision: '', userAgent: '', protocolVersion: '', jsVersion: '' }
      const answer = isKnown ? { result: version } : { error: { code: -32000, message: 'Out of order' } }
      output.write(JSON.stringify({ id, ...answer }) + '\\0')
    }
  })
  input.on('end', () => process.exit())`

test('the doctor starts the browser and reports its program and sandbox', async () => {
  const found = await checkBrowser(readConfig({}))
  const broken = await checkBrowser(readConfig({ WEIR_BROWSER_PATH: '/bin/false' }))
  const absent = await checkBrowser(readConfig({ WEIR_BROWSER_PATH: '/nowhere/chromium' }))
  const off = await checkBrowser(readConfig({ WEIR_BROWSER_PAGES_MAX: '0' }))

  assert.deepEqual(
    [found, broken, absent, off].map(({ state }) => state),
    ['ok', 'missing', 'missing', 'note'],
  )
  assert.match(found.text, /^Chromium \d+\..+sandbox on/)
  assert.match(absent.text, /WEIR_BROWSER_PATH/)
  assert.ok(broken.mend && absent.mend)
})
