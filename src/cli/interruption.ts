/** Requests to stop this process: a signal, the end of its parent process, or a closed output. */
export interface Interruption extends Disposable {
  /** Aborts at the first request to stop. */
  readonly signal: AbortSignal
  /** Aborts at the second request: running work is cancelled instead of finished. */
  readonly hurry: AbortSignal
  /** Requests the stop; `exitCode` is that of an unfinished command. */
  ask(exitCode: number): void
  /** Undefined without a request to stop. */
  exitCode(): number | undefined
}

/** Exit code as in shells: 128 plus the number of the signal. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** One Ctrl-C may arrive twice: from the terminal, and forwarded by npm or another parent. */
const sameMs = 1_000

/** Handles signals until it is disposed; the command ends the process after cleaning up. */
export function createInterruption(parentEnded: AbortSignal): Interruption {
  const asked = new AbortController()
  const hurried = new AbortController()
  let first: { readonly exitCode: number; readonly atMs: number } | undefined

  function ask(exitCode: number): void {
    const atMs = performance.now()
    if (first && atMs - first.atMs > sameMs) hurried.abort()
    first ??= { exitCode, atMs }
    asked.abort()
  }

  const onSignal = (signal: keyof typeof signals) => ask(signals[signal])
  /** Not a second request: a signal can end this process and its parent. */
  const onOrphaned = () => {
    if (!first) ask(signals.SIGTERM)
  }
  for (const signal of names) process.on(signal, onSignal)
  process.on('disconnect', onOrphaned)
  parentEnded.addEventListener('abort', onOrphaned)
  // Watching the parent must not keep the process running.
  process.channel?.unref()
  return {
    signal: asked.signal,
    hurry: hurried.signal,
    ask,
    exitCode: () => first?.exitCode,
    [Symbol.dispose]() {
      for (const signal of names) process.off(signal, onSignal)
      process.off('disconnect', onOrphaned)
      parentEnded.removeEventListener('abort', onOrphaned)
    },
  }
}

const names = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
