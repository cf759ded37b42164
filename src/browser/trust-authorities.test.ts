import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeCertificate, type Certificate } from '#net/make-certificate.ts'
import { browsersUnderTest } from '#test/fixtures/browsers.ts'
import { startSite } from '#test/fixtures/site.ts'
import { launchBrowser } from './launch.ts'
import { unpackBrowser } from './unpack.ts'

const log = { error() {} }

/** A proxy that connects to a port of this machine, whatever is asked for. */
async function startTunnel(port: number) {
  const server = createServer()
  server.on('connect', (_request, socket) => {
    const other = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      other.pipe(socket).pipe(other)
    })
    for (const end of [other, socket]) end.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: { url, host: '127.0.0.1', domain: 'proxy.invalid' },
    [Symbol.dispose]: () => void server.close(),
  }
}

interface Signed extends Certificate {
  readonly authority: string
}

/** A certificate of an authority; undefined where the program `openssl` is not installed. */
function makeSigned(): Signed | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'weir-authority-'))
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  try {
    const named = ['-nodes', '-newkey', 'rsa:2048', '-days', '2']
    run(
      'req',
      '-x509',
      ...named,
      '-subj',
      '/CN=An authority',
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
    )
    run(
      'req',
      '-nodes',
      '-newkey',
      'rsa:2048',
      '-subj',
      '/CN=localhost',
      '-keyout',
      'key',
      '-out',
      'asked',
    )
    writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost')
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
    run('x509', '-req', '-in', 'asked', ...by, '-extfile', 'names', '-out', 'cert.pem')
    return { key: read('key'), cert: read('cert.pem'), authority: read('ca.pem') }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}

for (const [name, { found, isLikeWindow = false }] of Object.entries(browsersUnderTest)) {
  async function show({ key, cert }: Certificate, authorities: readonly string[]): Promise<string> {
    await using site = await startSite(
      (_request, response) => void response.setHeader('content-type', 'text/html').end('<h1>Read'),
      { tls: { key, cert } },
    )
    using tunnel = await startTunnel(site.port)
    const program = await unpackBrowser(found)
    const launch = { program, proxy: tunnel.address, hasSandbox: true, isLikeWindow, log }
    const running = await launchBrowser({ ...launch, scriptBytesMax: 1024 ** 3, authorities })
    try {
      const context = await running.browser.newContext({ proxy: { server: tunnel.address.url } })
      const page = await context.newPage()
      await page.goto(`https://localhost:${site.port}/`)
      return (await page.textContent('h1')) ?? ''
    } catch (error) {
      return /ERR_\w+/.exec(String(error))?.[0] ?? String(error)
    } finally {
      await running.end()
    }
  }

  test(`${name} trusts the authorities that Node trusts, and no others`, async (t) => {
    const signed = makeSigned()
    if (!signed) return t.skip('openssl is not installed')
    assert.equal(await show(signed, [signed.authority]), 'Read')
    assert.equal(await show(signed, []), 'ERR_CERT_AUTHORITY_INVALID')
    const own = makeCertificate()
    assert.equal(await show(signed, [own.cert]), 'ERR_CERT_AUTHORITY_INVALID')
    assert.equal(await show(own, [signed.authority, own.cert]), 'Read')
  })
}
