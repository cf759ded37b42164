/** Writes that their callers do not wait for. */
export interface BackgroundWrites extends AsyncDisposable {
  /** Begins the write, which must not fail. Waits for it only while others hold too many bytes. */
  begin(bytes: number, write: () => Promise<void>): Promise<void>
}

const defaultBytesMax = 64 * 1024 * 1024

/** Disposing waits for those that run. */
export function createBackgroundWrites(bytesMax = defaultBytesMax): BackgroundWrites {
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
      if (held > bytesMax) await ends
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(running)
    },
  }
}
