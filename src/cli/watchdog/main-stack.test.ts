import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const reader = JSON.stringify(new URL('main-stack.ts', import.meta.url).href)

/** Runs a main thread that stands, and returns the stack that another thread of the process reads. */
async function captureStack(standing: string): Promise<string> {
  const thread = `
    const { workerData } = require('node:worker_threads')
    const load = import(${reader})
    load.then(async ({ stopAndReadStack }) => {
      // Not before the main thread stands, and what it calls has begun.
      Atomics.wait(workerData, 0, 0)
      Atomics.wait(workerData, 0, 1, 100)
      require('node:fs').writeSync(1, String(await stopAndReadStack()))
      process.kill(process.pid, 'SIGKILL')
    })`
  const program = `
    const { Worker } = require('node:worker_threads')
    const stands = new Int32Array(new SharedArrayBuffer(4))
    const thread = new Worker(${JSON.stringify(thread)}, { eval: true, workerData: stands })
    function standStill() {
      Atomics.store(stands, 0, 1)
      Atomics.notify(stands, 0)
      ${standing}
    }
    thread.once('online', () => setTimeout(standStill, 1))`
  const child = spawn(process.execPath, ['--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

const ways = {
  'a loop': 'for (;;);',
  'JSON that is parsed again and again': "for (;;) JSON.parse('[' + '1,'.repeat(100000) + '1]')",
  'a wait': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
}

for (const [name, standing] of Object.entries(ways)) {
  test(`the stack of a main thread that stands in ${name} names the function`, async () => {
    assert.match(await captureStack(standing), /at standStill \(\[eval\]|at standStill \(/)
  })
}
