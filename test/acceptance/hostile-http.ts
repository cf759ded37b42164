/** No misbehaving server keeps a request beyond its timeout or fills the memory. Control: a client without limits. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request as plainRequest } from 'undici'
import { ServiceError } from '#kernel/errors.ts'
import { createGuard } from '#net/guard.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { pageRequest, startFetchPage } from '#test/fixtures/fetch-page.ts'
import { startHostileServer } from '#test/fixtures/hostile-server.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const timeoutMs = 2_000
const graceMs = 1_000
const bodyBytesMax = 5 * 1024 * 1024
const rssGrowthMax = 150 * 1024 * 1024
const atOnce = 8

// The server runs in another process, so that only the memory of the client is measured.
if (process.argv[2] === 'serve') {
  const { url, names } = await startHostileServer()
  process.send?.({ url, names })
} else {
  const server = fork(import.meta.filename, ['serve'])
  const [{ url, names }] = (await once(server, 'message')) as [{ url: string; names: string[] }]
  await measure(url, names)
  server.kill()
}

async function measure(url: string, names: readonly string[]): Promise<void> {
  await using fixture = startFetchPage(
    { guard: createGuard({ allowedCidrs: ['127.0.0.0/8'] }) },
    bodyBytesMax,
  )
  const outcomes: Record<string, string> = {}
  const ours = await watchMemory(() =>
    forEach(names, async (name) => {
      const signal = AbortSignal.timeout(timeoutMs)
      outcomes[name] = await fixture
        .fetchPage(pageRequest(`${url}/${name}`), callerUntil(signal))
        .then(({ status, body }) => `${status} ${body.length}`, describeError)
    }),
  )
  const theirs = await forEach(names, (name) => plain(`${url}/${name}`))
  if (process.argv.includes('--each'))
    process.stderr.write(`${JSON.stringify(outcomes, null, 2)}\n`)

  const inTime = ours.result.filter((ms) => ms <= timeoutMs + graceMs).length
  const hung = theirs.filter((ms) => ms > timeoutMs + graceMs).length
  const untyped = Object.values(outcomes).filter((outcome) => outcome.startsWith('Untyped')).length
  const growth = ours.growth
  const passed =
    names.length === 73 && inTime === 73 && untyped === 0 && growth <= rssGrowthMax && hung >= 8
  report(
    'hostile-http',
    passed,
    `${inTime} of ${names.length} <= timeout + 1 s (longest ${Math.max(...ours.result)} ms), ${untyped} untyped errors, ` +
      `RSS +${Math.round(growth / 1024 / 1024)} MB; control ${hung} hung`,
  )
}

function describeError(error: unknown): string {
  if (error instanceof ServiceError) return `${error.code} ${error.message}`
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  return `Untyped ${String(error)}`
}

/** Control: a client without limits, stopped long after it should have ended. */
async function plain(url: string): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs + graceMs + 500)
  try {
    const { body } = await plainRequest(url, { signal })
    body.resume()
    await once(body, 'end')
  } catch {
    // Only the duration counts.
  }
}

/** Runs some concurrently and returns the duration of each in milliseconds. */
async function forEach(
  names: readonly string[],
  run: (name: string) => Promise<void>,
): Promise<number[]> {
  const left = [...names]
  const taken: number[] = []
  const worker = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const start = performance.now()
      await run(name)
      taken.push(Math.round(performance.now() - start))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return taken
}

async function watchMemory<T>(work: () => Promise<T>): Promise<{ result: T; growth: number }> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10)
  const result = await work()
  clearInterval(timer)
  return { result, growth: peak - before }
}
