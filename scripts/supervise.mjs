/**
 * Runs the service in a process of its own, whose watchdog (src/cli/watchdog) kills it when its main thread stands, and starts it again
 * then. Plain JavaScript, because any Node from 18 on runs it. It does little itself, so that it always reacts to signals.
 */
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, say } from './set-up.mjs'

/** A service that has run this long without standing was not stopped by what stopped it before. */
const steadyMs = 600_000
const restartsMax = 20
const pauseMsMax = 60_000
const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

/**
 * Runs `weir serve` with this Node until it ends by itself; returns its exit code. `isKilledWithIt` says whether the service is killed when
 * this process is; otherwise it stops in order.
 */
export async function supervise(node, args, { isKilledWithIt }) {
  const asked = new AbortController()
  let askedCode
  let socket
  const ask = (signal) => {
    askedCode ??= codes[signal]
    socket?.write('stop\n')
    asked.abort()
  }
  for (const signal of Object.keys(codes)) process.on(signal, ask)

  const restarts = {}
  async function runOnce(task) {
    const told = { pid: process.pid, fd: 4, isKilledWithIt, restarts, task }
    const env = {
      // Read before the first line of a process runs: how many threads it has, and in how many places they allocate memory,
      // each of which keeps some tens of megabytes.
      UV_THREADPOOL_SIZE: '16',
      MALLOC_ARENA_MAX: '1',
      ...process.env,
      WEIR_SUPERVISOR: JSON.stringify(told),
    }
    // By the channel the service learns when this process is killed.
    const stdio = ['inherit', 'inherit', 'inherit', 'ipc', 'pipe']
    let received = ''
    const started = (child) => {
      socket = child.stdio[4]
      socket.on('data', (chunk) => (received += chunk)).on('error', () => {})
    }
    const code = await run(node, args, { cwd: process.cwd(), env, stdio, started })
    socket = undefined
    // A line that is not complete was cut by another death.
    return { code, report: received.endsWith('\n') ? JSON.parse(received) : undefined }
  }

  for (let inARow = 1; ; inARow += 1) {
    const startedAt = performance.now()
    const { code, report } = await runOnce('serve')
    if (!report) return code
    if (performance.now() - startedAt > steadyMs) inARow = 1
    restarts[report.reason] = (restarts[report.reason] ?? 0) + 1
    // Not in order with other output, but a slow reader does not hold up the restart.
    fs.write(1, report.line, () => {})
    const isLast = inARow > restartsMax
    const what = 'The main thread of the service stood and was killed'
    if (isLast) say(`${what} ${inARow} times in a row. It is not started again: see the log.`)
    else if (!asked.signal.aborted) {
      const pauseMs = inARow === 1 ? 0 : Math.min(1_000 * 2 ** (inARow - 2), pauseMsMax)
      say(`${what}: it starts again${pauseMs > 0 ? ` in ${pauseMs / 1_000} s` : ''}.`)
      await sleep(pauseMs, undefined, { signal: asked.signal }).catch(() => {})
    }
    if (isLast || asked.signal.aborted) break
  }
  await runOnce('end database')
  return askedCode ?? 1
}
