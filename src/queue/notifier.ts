/** Wakes the polling loops of this process early. Other processes find new work at their next tick. */
export interface Notifier {
  notify(): void
  /** Calls the listener on each `notify` until the returned handle is disposed. */
  onNotify(listener: () => void): Disposable
}

export function createNotifier(): Notifier {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    onNotify(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
}

/** Waits of one loop. */
interface Waits extends Disposable {
  /** Resolves after `ms`, when a notifier notifies or has notified since the last wait, or when the signal aborts. */
  wait(ms: number): Promise<void>
}

/** Subscribes once to each notifier until disposed, so that any number of waits adds no listeners. */
export function createWaits(notifiers: readonly Notifier[], signal: AbortSignal): Waits {
  const subscriptions = new DisposableStack()
  let isNotified = false
  let wake: (() => void) | undefined
  for (const notifier of notifiers) {
    subscriptions.use(
      notifier.onNotify(() => {
        isNotified = true
        wake?.()
      }),
    )
  }
  return {
    async wait(ms) {
      if (!isNotified && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, ms)
        wake = () => resolve()
        signal.addEventListener('abort', wake, { once: true })
        await promise
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
      }
      isNotified = false
    },
    [Symbol.dispose]: () => subscriptions.dispose(),
  }
}
