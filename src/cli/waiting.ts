import type { Terminal } from './terminal.ts'

const everyMs = 1_000

/** Shows that the work continues, with the elapsed time. */
export async function showWaiting<Result>(
  terminal: Terminal,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!terminal.isWatched) return work()
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1_000)
  const ticking = setInterval(() => terminal.progress(`${what} … ${seconds()} s`), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(ticking)
    terminal.progress('')
  }
}
