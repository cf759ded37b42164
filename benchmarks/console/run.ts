/**
 * First contentful paint of the console with an empty cache and with a warm one, compared with a page of one sentence, which is loaded
 * in turn with it; and the time of its build in a process of its own. node benchmarks/console/run.ts.
 */
import { execFileSync } from 'node:child_process'
import type { BrowserContext } from 'playwright-core'
import { startConsoleBrowser } from '#test/fixtures/console-browser.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

const rounds = 9
const slowdown = 4

await using service = await startService()
const base = (await service.listen()).replace('127.0.0.1', 'localhost')
await using bare = await startSite((_, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title><p>A page.')
})
await using browser = await startConsoleBrowser(base)

/** Milliseconds until something is painted, and bytes that were transferred. */
async function measurePaint(context: BrowserContext, url: string, rate: number) {
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(url)
  await page.locator('h1, p').first().waitFor()
  const ms = await page.evaluate<number>(
    `new Promise((resolve) => new PerformanceObserver((list) => { for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime) }).observe({ type: 'paint', buffered: true }))`,
  )
  const bytes = await page.evaluate<number>(
    `performance.getEntriesByType('resource').reduce((sum, { transferSize }) => sum + transferSize, performance.getEntriesByType('navigation')[0].transferSize)`,
  )
  await page.close()
  return { ms, bytes }
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Milliseconds of the first build of a process, without its start. */
function buildMs(): number {
  const program = `import { buildPages } from '#features/console/build-pages.ts'
const started = performance.now(); await buildPages(); console.log(performance.now() - started)`
  const options = ['--input-type=module-typescript', '--eval', program]
  return Number(execFileSync(process.execPath, options, { encoding: 'utf8' }))
}
const builds = Array.from({ length: rounds }, buildMs)
process.stdout.write(
  `build: ${middle(builds).toFixed(0)} ms, fastest ${Math.min(...builds).toFixed(0)} ms\n`,
)

for (const rate of [1, slowdown]) {
  const times: Record<'bare' | 'cold' | 'warm', number[]> = { bare: [], cold: [], warm: [] }
  let bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const { page } = await browser.open()
    const context = page.context()
    times.bare.push((await measurePaint(context, bare.url, rate)).ms)
    const cold = await measurePaint(context, `${base}/console`, rate)
    times.cold.push(cold.ms)
    bytes = cold.bytes
    times.warm.push((await measurePaint(context, `${base}/console`, rate)).ms)
    await context.close()
  }
  const [plain, cold, warm] = [middle(times.bare), middle(times.cold), middle(times.warm)]
  const ratio = (ms: number) => `${ms.toFixed(0)} ms (${(ms / plain).toFixed(1)} times)`
  process.stdout.write(
    `processor ${rate} times slower: page of one sentence ${plain.toFixed(0)} ms, console ${ratio(cold)}, fastest ${Math.min(...times.cold).toFixed(0)} ms, again ${ratio(warm)}; ${Math.round(bytes / 1024)} KB transferred\n`,
  )
}
