/** What asks this process to stop: a signal, the end of the process that started it, or of who reads its output. */
export interface Interruption extends Disposable {
  /** Aborts when the process is asked to stop. */
  readonly signal: AbortSignal
  /** Aborts when it is asked again: what still runs is ended instead of finished. */
  readonly hurry: AbortSignal
  /** Asks this process to stop; `exitCode` is that of a command which did not finish. */
  ask(exitCode: number): void
  /** Undefined while nobody asks. */
  exitCode(): number | undefined
}

/** As shells count: 128 and the number of the signal. */
const signals = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** One Ctrl-C can come twice: from the terminal, and from npm or whatever else stands in between and passes it on. */
const sameMs = 1_000

/** Until it is disposed, no signal ends this process: the command does, when all that it has started has ended. */
export function createInterruption(): Interruption {
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
  const onDisconnect = () => ask(signals.SIGTERM)
  for (const signal of names) process.on(signal, onSignal)
  process.on('disconnect', onDisconnect)
  // To wait for the end of the parent is no reason to stay alive.
  process.channel?.unref()
  return {
    signal: asked.signal,
    hurry: hurried.signal,
    ask,
    exitCode: () => first?.exitCode,
    [Symbol.dispose]() {
      for (const signal of names) process.off(signal, onSignal)
      process.off('disconnect', onDisconnect)
    },
  }
}

const names = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
