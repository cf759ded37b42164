import type { Log } from '#kernel/log.ts'
import type { Fleet } from './fleet.ts'
import { familyOf } from './processes.ts'

interface WatchOptions {
  readonly fleet: Pick<Fleet, 'running'>
  readonly pageBytesMax: number
  readonly pagesMax: number
  readonly log: Log
}

const everyMs = 500
/** What a browser takes without any page. */
const baseBytes = 512 * 1024 ** 2

/**
 * Ends what a page holds beyond its share: the process that runs it, which the page then reports as its crash.
 * Where there is no /proc only the limit on the memory of scripts holds.
 */
export function watchMemory({ fleet, pageBytesMax, pagesMax, log }: WatchOptions): Disposable {
  const browserBytesMax = baseBytes + pagesMax * pageBytesMax

  function look() {
    for (const running of fleet.running) {
      if (running.pid === undefined) continue
      const family = familyOf(running.pid)
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
