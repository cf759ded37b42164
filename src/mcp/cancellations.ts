/** The id of a request, which its client has chosen. */
export type RequestId = string | number

/**
 * Running calls of clients that cancel with a message of its own instead of closing the connection. A call is known by its caller,
 * the session that the client names and the id of its request, so that no client ends the calls of another one.
 */
export interface Cancellations {
  /** The signal aborts when the call is cancelled. Dispose of it when the call has ended. */
  enter(caller: string, id: RequestId): { readonly signal: AbortSignal } & Disposable
  cancel(caller: string, id: RequestId): void
}

export function createCancellations(): Cancellations {
  const running = new Map<string, AbortController>()
  return {
    enter(caller, id) {
      const key = makeKey(caller, id)
      const controller = new AbortController()
      running.set(key, controller)
      return {
        signal: controller.signal,
        [Symbol.dispose]() {
          if (running.get(key) === controller) running.delete(key)
        },
      }
    },
    cancel: (caller, id) => running.get(makeKey(caller, id))?.abort(),
  }
}

const makeKey = (caller: string, id: RequestId) => JSON.stringify([caller, id])
