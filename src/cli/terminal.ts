import pc from 'picocolors'
import { createPaint, type Paint } from './paint.ts'
import type { Interruption } from './interruption.ts'
import { createProgress } from './progress.ts'

/** Output of a command: results go to `out`, messages to `note`. */
export interface Terminal {
  out(text: string): void
  note(text: string): void
  /** Progress message for a terminal; `''` removes it. */
  progress(line: string): void
  /** Colours; without effect if the output is not a terminal. */
  readonly paint: Readonly<Record<'bold' | 'dim' | 'green' | 'red' | 'yellow', Paint>>
  /** Whether `out` writes to a terminal. */
  readonly isPerson: boolean
  /** Whether `progress` is displayed on a terminal. */
  readonly isWatched: boolean
  /** Aborts when the command is asked to stop. */
  readonly interrupted: AbortSignal
  /** Aborts when it is asked again. */
  readonly hurried: AbortSignal
}

/** The terminal of this process. Control sequences in foreign text are removed. */
export function processTerminal(interruption: Interruption): Terminal {
  const { stdout, stderr } = process
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error) => endWhenNobodyReads(error, interruption))
  }
  const paint = createPaint(pc.isColorSupported && stdout.isTTY)
  const shown = (text: string, isTerminal: boolean) => (isTerminal ? paint.show(text) : text)
  return {
    out: (text) => stdout.write(`${shown(text, stdout.isTTY)}\n`),
    note: (text) => stderr.write(`${shown(text, stderr.isTTY)}\n`),
    progress: createProgress({
      write: (text) => stderr.write(text),
      isTerminal: stderr.isTTY,
      nowMs: () => performance.now(),
    }),
    paint,
    isPerson: stdout.isTTY,
    isWatched: stderr.isTTY,
    interrupted: interruption.signal,
    hurried: interruption.hurry,
  }
}

/** `weir scrape … | head` closes the pipe early, which is no error. */
function endWhenNobodyReads(error: NodeJS.ErrnoException, interruption: Interruption): void {
  const isClosed = error.code === 'EPIPE' || error.code === 'EIO'
  interruption.ask(isClosed ? 0 : 1)
}
