/** Tells those of this process who wait that there may be something to do; those of others look by themselves. */
export interface Bell {
  ring(): void
  /** Calls the listener each time it rings, until that is disposed. */
  onRing(listener: () => void): Disposable
}

export function createBell(): Bell {
  const listeners = new Set<() => void>()
  return {
    ring() {
      for (const listener of listeners) listener()
    },
    onRing(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
}

/** Pauses of one loop. */
export interface Pauses extends Disposable {
  /** Ends after the time, when a bell rings or has rung since the last pause, or with the signal. */
  pause(ms: number): Promise<void>
}

/** Listens until it is disposed: a loop may pause for as long as it runs and leaves nothing behind at the bells. */
export function createPauses(bells: readonly Bell[], signal: AbortSignal): Pauses {
  const listening = new DisposableStack()
  let hasRung = false
  let wake: (() => void) | undefined
  for (const bell of bells) {
    listening.use(
      bell.onRing(() => {
        hasRung = true
        wake?.()
      }),
    )
  }
  return {
    async pause(ms) {
      if (!hasRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, ms)
        wake = resolve
        signal.addEventListener('abort', wake, { once: true })
        await promise
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
      }
      hasRung = false
    },
    [Symbol.dispose]: () => listening.dispose(),
  }
}
