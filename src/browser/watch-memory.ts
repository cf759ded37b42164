import type { Log } from '#kernel/log.ts'
import type { BrowserPool } from './browser-pool.ts'
import { listProcesses } from './processes.ts'

interface WatchOptions {
  readonly pool: Pick<BrowserPool, 'running'>
  readonly pageBytesMax: number
  readonly pagesMax: number
  readonly log: Log
}

const everyMs = 500
/** Memory of a browser without pages. */
const baseBytes = 512 * 1024 ** 2

/**
 * Ends the process of a page that exceeds its memory limit; the page then fails as crashed. Without /proc only the limit of script
 * memory applies.
 */
export function watchBrowserMemory({
  pool,
  pageBytesMax,
  pagesMax,
  log,
}: WatchOptions): Disposable {
  const browserBytesMax = baseBytes + pagesMax * pageBytesMax

  function look() {
    for (const running of pool.running) {
      if (running.pid === undefined) continue
      const family = listProcesses(running.pid)
      let bytes = 0
      for (const member of family) {
        bytes += member.ownBytes
        if (!member.isRenderer || member.ownBytes <= pageBytesMax) continue
        log.warn({ bytes: member.ownBytes }, 'page ended for its memory')
        member.kill()
      }
      if (bytes <= browserBytesMax) continue
      log.warn({ bytes }, 'browser ended for its memory')
      running.kill()
    }
  }

  function lookAgain() {
    try {
      look()
    } catch (err) {
      log.error({ err }, 'memory of browsers not measured')
    }
  }

  const timer = setInterval(lookAgain, everyMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
