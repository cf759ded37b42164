import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readPage } from '#content/pipeline.ts'
import { createReadContent } from '#reading/pool.ts'
import { ServiceError } from '#kernel/errors.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { hostilePages } from '#fixtures/hostile-html.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

/**
 * Every hostile page ends in content or a documented error within 10 seconds and 512 MB, without blocking the event loop.
 * Control: the same pages parsed on the event loop block it.
 */
const limits = { timeMs: 10_000, memoryBytes: 512 * 1024 * 1024, delayMs: 250 }
const formats = [
  { type: 'markdown' },
  { type: 'html' },
  { type: 'links' },
  { type: 'images' },
] as const

let [contained, errors, timeMsMax, memoryBytesMax] = [0, 0, 0, 0]
const delay = monitorEventLoopDelay({ resolution: 10 })
{
  await using readContent = createReadContent()
  await readContent(contentRequest('<p>warm</p>'), callerUntil(AbortSignal.timeout(limits.timeMs)))
  for (const onlyMainContent of [false, true]) {
    for (const { name, html } of hostilePages) {
      const request = contentRequest(html(), { formats, onlyMainContent })
      const base = process.memoryUsage.rss()
      const watch = setInterval(() => {
        memoryBytesMax = Math.max(memoryBytesMax, process.memoryUsage.rss() - base)
      }, 20)
      const startMs = performance.now()
      delay.enable()
      try {
        await readContent(request, callerUntil(AbortSignal.timeout(2 * limits.timeMs)))
        contained += 1
      } catch (thrown) {
        errors += 1
        if (thrown instanceof ServiceError && thrown.code !== 'UNKNOWN_ERROR') contained += 1
        console.error(`${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      }
      delay.disable()
      clearInterval(watch)
      const timeMs = performance.now() - startMs
      if (timeMs > 2_000) console.error(`${name}: ${timeMs.toFixed(0)} ms`)
      timeMsMax = Math.max(timeMsMax, timeMs)
    }
  }
}

const control = monitorEventLoopDelay({ resolution: 10 })
control.enable()
for (const { html } of hostilePages.slice(0, 6)) {
  readPage(contentRequest(html(), { formats }))
  await new Promise((resolve) => setTimeout(resolve, 20))
}
control.disable()

const toMs = (nanoseconds: number) => Math.round(nanoseconds / 1e6)
const [delayMs, controlMs] = [toMs(delay.percentile(99)), toMs(control.max)]
const all = 2 * hostilePages.length
report(
  'hostile-html',
  contained === all &&
    timeMsMax <= limits.timeMs &&
    memoryBytesMax <= limits.memoryBytes &&
    delayMs <= limits.delayMs &&
    controlMs > 3 * delayMs,
  `${contained} of ${all} contained (${errors} by an error), slowest ${(timeMsMax / 1000).toFixed(1)} s, ` +
    `+${Math.round(memoryBytesMax / 1024 / 1024)} MB, event loop p99 ${delayMs} ms; control blocked it for ${controlMs} ms`,
)
