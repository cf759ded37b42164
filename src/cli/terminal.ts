import { isatty } from 'node:tty'
import pc from 'picocolors'
import { createProgress } from './progress.ts'

const standardOutput = 1

/** Where a command writes: results go to `out`, everything a person reads beside them to `note`. */
export interface Terminal {
  out(text: string): void
  note(text: string): void
  /** How far something is, for a person who waits; `''` when it is over. */
  progress(line: string): void
  /** Colours; they leave the text alone where there is no terminal to show them. */
  readonly paint: Readonly<Record<'bold' | 'dim' | 'green' | 'red' | 'yellow', Paint>>
}

type Paint = (text: string) => string

/** The terminal of this process. */
export function processTerminal(): Terminal {
  process.stdout.on('error', endWhenNobodyReads)
  return {
    out: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
    progress: createProgress({
      write: (text) => process.stderr.write(text),
      isTerminal: process.stderr.isTTY,
      nowMs: () => performance.now(),
    }),
    paint: pc.createColors(pc.isColorSupported && isatty(standardOutput)),
  }
}

/** `weir scrape … | head` closes the pipe early; that is no failure. */
function endWhenNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
