import { Session } from 'node:inspector'
import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const lookEveryMs = 15_000
/** Share of its time that the main thread of a quiet service is busy. Without a request it is 0.02. */
const quietMax = 0.1
const worthBytes = 16 * 1024 * 1024
/** The main thread stands for about a millisecond for each megabyte that stays in use: never 100 ms. */
const usedBytesMax = 96 * 1024 * 1024

/**
 * Gives memory back to the system when the service is quiet, until it is disposed: what loading the modules or a burst of requests has left.
 * V8 waits for a service that does nothing at all, and one that looks for work twice a second is none.
 */
export function startReturningMemory(): Disposable {
  const session = new Session()
  session.connect()
  let keptBytes = 0
  let before = performance.eventLoopUtilization()
  function look(): void {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    const { total_physical_size: heapBytes, used_heap_size: usedBytes } = getHeapStatistics()
    const isWorthIt = heapBytes - keptBytes > worthBytes && usedBytes < usedBytesMax
    if (utilization > quietMax || !isWorthIt) return
    // Unlike `gc()`, this also moves what is spread over many pages together, and needs no flag, which would make compiled code invalid.
    session.post('HeapProfiler.collectGarbage', () => {
      keptBytes = getHeapStatistics().total_physical_size
    })
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      session.disconnect()
    },
  }
}
