import pc from 'picocolors'
import { createPaint, type Paint } from './paint.ts'
import type { Interruption } from './interruption.ts'
import { createProgress } from './progress.ts'

/** Where a command writes: results go to `out`, everything a person reads beside them to `note`. */
export interface Terminal {
  out(text: string): void
  note(text: string): void
  /** How far something is, for a person who waits; `''` when it is over. */
  progress(line: string): void
  /** Colours; they leave the text alone where there is no terminal to show them. */
  readonly paint: Readonly<Record<'bold' | 'dim' | 'green' | 'red' | 'yellow', Paint>>
  /** Whether a person reads what `out` writes. */
  readonly isPerson: boolean
  /** Whether a person sees `progress` as it changes. */
  readonly isWatched: boolean
  /** Aborts when the command is asked to stop. */
  readonly interrupted: AbortSignal
  /** Aborts when it is asked again. */
  readonly hurried: AbortSignal
}

/** The terminal of this process. Foreign text in what it shows cannot give orders to it. */
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

/** `weir scrape … | head` closes the pipe early, and so does a terminal that is closed; that is no failure. */
function endWhenNobodyReads(error: NodeJS.ErrnoException, interruption: Interruption): void {
  const isClosed = error.code === 'EPIPE' || error.code === 'EIO'
  interruption.ask(isClosed ? 0 : 1)
}
