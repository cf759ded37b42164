/** A signal that aborts when the person presses Ctrl-C or the system asks to stop. */
export function untilInterrupted(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off('SIGINT', stop).off('SIGTERM', stop)
    },
  }
}
