import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startSite } from '#test/fixtures/site.ts'

const script = join(import.meta.dirname, '../../scripts/weir.mjs')

for (const command of ['map', 'crawl', 'scrape']) {
  test(`weir ${command} ends when it is interrupted, and leaves nothing behind`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-interrupt-'))
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    await using site = await startSite(() => resolve())
    const env = {
      ...process.env,
      TMPDIR: folder.path,
      WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    }

    const child = spawn(process.execPath, [script, command, site.url], { env })
    const ended = once(child, 'exit') as Promise<[number | null]>
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    await Promise.race([asked, ended])
    child.kill('SIGINT')
    const [exitCode] = await ended

    // A crawl ends as it does when it is complete: without a page.
    const wanted = command === 'crawl' ? 1 : 130
    assert.equal(exitCode, wanted, `${exitCode} instead of ${wanted}: ${(await output).join('\n')}`)
    assert.deepEqual(globSync('weir-command-*', { cwd: folder.path }), [])
  })
}
