import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { unpackPackage } from '#test/fixtures/published-package.ts'

const root = join(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'weir-older-node-'))
after(() => rmSync(copy, { recursive: true, force: true }))

// A checkout whose packages are installed, without those of development: it has no Node of its own.
cpSync(join(root, 'scripts'), join(copy, 'scripts'), { recursive: true })
for (const name of ['package.json', 'package-lock.json'])
  copyFileSync(join(root, name), join(copy, name))
mkdirSync(join(copy, 'node_modules'))
const lockFile = join(copy, 'package-lock.json')
copyFileSync(lockFile, join(copy, 'node_modules/.package-lock.json'))

const registry = 'http://127.0.0.1:1/'
const env = {
  PATH: process.env['PATH'],
  HOME: copy,
  npm_config_registry: registry,
  npm_config_cache: join(copy, 'cache'),
  npm_config_fetch_retries: '0',
}

for (const version of ['18.20.8', '20.19.5']) {
  test(`Node ${version} without a connection is told which Node to install`, async (t) => {
    const name = `node-${process.platform}-${process.arch}@${version}`
    const folder = await unpackPackage({ name, members: ['package/bin/node'] })
    if (!folder) return t.skip('the registry is not available')
    const serve = () =>
      spawnSync(join(folder, 'bin/node'), ['scripts/weir.mjs', 'serve'], {
        cwd: copy,
        env,
        encoding: 'utf8',
      })

    const offline = serve()
    assert.equal(offline.status, 1)
    assert.match(
      offline.stderr.trim().split('\n').at(-1) ?? '',
      /^npm could not install Node 24 \(exit code \d+\)\. Install Node 24 from https:\/\/nodejs\.org\.$/,
    )

    // A platform for which the registry has no Node.
    const whole = readFileSync(lockFile, 'utf8')
    writeFileSync(lockFile, whole.replaceAll(`node_modules/node-${process.platform}-`, 'none/'))
    const elsewhere = serve()
    writeFileSync(lockFile, whole)
    assert.equal(elsewhere.status, 1)
    assert.equal(
      elsewhere.stderr,
      `Weir needs Node 24 or newer and this is v${version}. Install it from https://nodejs.org and start again.\n`,
    )
  })
}
