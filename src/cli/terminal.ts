import pc from 'picocolors'
import { createPaint, type Paint } from './paint.ts'
import type { Interruption } from './interruption.ts'
import { createProgress } from './progress.ts'

/** What a command runs in: its output, where results go to `out` and messages to `note`, its settings, and requests to stop. */
export interface Terminal {
  out(text: string): void
  note(text: string): void
  /** Progress message for a terminal; `''` removes it. */
  progress(line: string): void
  /** Colours; without effect if the output is not a terminal. */
  readonly paint: Readonly<Record<'bold' | 'dim' | 'green' | 'red' | 'yellow', Paint>>
  /** The environment, which has the settings. */
  readonly env: NodeJS.ProcessEnv
  /** Whether `out` writes to a terminal. */
  readonly isPerson: boolean
  /** Whether `progress` is displayed on a terminal. */
  readonly isWatched: boolean
  /** Aborts when the command is asked to stop. */
  readonly interrupted: AbortSignal
  /** Aborts when it is asked again. */
  readonly hurried: AbortSignal
  /** The exit code of an unfinished command that was asked to stop; undefined if it was not asked. */
  readonly interruptedCode: () => number | undefined
}

interface TerminalParts {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
  readonly interruption: Pick<Interruption, 'signal' | 'hurry' | 'exitCode'>
}

interface Output {
  readonly isTTY: boolean
  readonly write: (text: string) => unknown
}

/** The terminal of this process. */
export function processTerminal(interruption: Interruption): Terminal {
  const { stdout, stderr, env } = process
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error) => endWhenNobodyReads(error, interruption))
  }
  return createTerminal({ stdout, stderr, env, interruption })
}

/** Control sequences in foreign text are removed when it is displayed. */
export function createTerminal({ stdout, stderr, env, interruption }: TerminalParts): Terminal {
  const paint = createPaint(pc.isColorSupported && stdout.isTTY)
  const shown = (text: string, isTerminal: boolean) => (isTerminal ? paint.show(text) : text)
  return {
    out: (text) => void stdout.write(`${shown(text, stdout.isTTY)}\n`),
    note: (text) => void stderr.write(`${shown(text, stderr.isTTY)}\n`),
    progress: createProgress({
      write: (text) => stderr.write(text),
      isTerminal: stderr.isTTY,
    }),
    paint,
    env,
    isPerson: stdout.isTTY,
    isWatched: stderr.isTTY,
    interrupted: interruption.signal,
    hurried: interruption.hurry,
    interruptedCode: () => interruption.exitCode(),
  }
}

/** `weir scrape … | head` closes the pipe early, which is no error. */
function endWhenNobodyReads(error: NodeJS.ErrnoException, interruption: Interruption): void {
  const isClosed = error.code === 'EPIPE' || error.code === 'EIO'
  interruption.ask(isClosed ? 0 : 1)
}
