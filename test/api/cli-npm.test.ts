import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { freePort } from '#test/fixtures/free-port.ts'
import { leftAfterEnd, weirsOn } from '#test/fixtures/processes-on.ts'

const root = join(import.meta.dirname, '../..')
const endMsMax = 120_000

/** npm ends at SIGHUP and forwards SIGTERM; npx ends at SIGHUP, its shell at SIGTERM, and neither forwards it. */
const ways = [
  { words: ['npm', 'start', '--'], signal: 'SIGHUP' },
  { words: ['npx', 'weir', 'serve'], signal: 'SIGTERM' },
  { words: ['npx', 'weir', 'serve'], signal: 'SIGHUP' },
] as const

for (const { words, signal } of ways) {
  const title = `the service and its database end when ${words[0]} gets ${signal}`
  test(title, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-npm-'))
    const port = await freePort()
    const [program, ...args] = words
    const options = ['--data-dir', folder.path, '--port', String(port)]
    const env = { ...process.env, WEIR_BROWSER_PAGES_MAX: '0' }
    const child = spawn(program, [...args, ...options], { cwd: root, env, stdio: 'ignore' })
    const exited = once(child, 'exit')
    const url = `http://127.0.0.1:${port}/health/ready`
    for (let isReady = false; !isReady; await sleep(50)) {
      assert.equal(child.exitCode, null)
      const answer = await request(url).catch(() => undefined)
      await answer?.body.dump()
      isReady = answer?.statusCode === 200
    }

    child.kill(signal)
    await exited

    try {
      assert.equal(await leftAfterEnd(folder.path, endMsMax), 0)
    } finally {
      for (const { pid } of weirsOn(folder.path)) process.kill(pid, 'SIGTERM')
      await leftAfterEnd(folder.path, endMsMax)
    }
  })
}
