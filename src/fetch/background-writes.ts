import { setTimeout as sleep } from 'node:timers/promises'

/** Writes that their callers wait for only a little. */
export interface BackgroundWrites extends AsyncDisposable {
  /** Begins the write, which must not fail. Waits for its end for a second, and longer only while others hold too many bytes. */
  begin(bytes: number, write: () => Promise<void>): Promise<void>
}

interface BackgroundWritesOptions {
  readonly patienceMs?: number
  readonly bytesMax?: number
}

/** Disposing waits for those that run. */
export function createBackgroundWrites({
  patienceMs = 1_000,
  bytesMax = 64 * 1024 * 1024,
}: BackgroundWritesOptions = {}): BackgroundWrites {
  const running = new Set<Promise<void>>()
  let held = 0
  return {
    async begin(bytes, write) {
      held += bytes
      const ends = write().finally(() => {
        held -= bytes
        running.delete(ends)
      })
      running.add(ends)
      const late = new AbortController()
      await Promise.race([ends, sleep(patienceMs, undefined, late).catch(() => {})])
      late.abort()
      if (held > bytesMax) await ends
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(running)
    },
  }
}
