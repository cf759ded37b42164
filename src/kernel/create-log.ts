import { pino, type DestinationStream } from 'pino'
import type { Log } from './log.ts'
import { readableLine } from './readable-line.ts'
import { scrub } from './scrub.ts'
import { currentTrace } from './trace.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Writes one JSON line per event to standard output or a stream, without secrets. */
export function createLog(level: LogLevel, stream: DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: null,
    mixin: () => ({ ...currentTrace() }),
    // What the line says comes first.
    mixinMergeStrategy: (said: object, trace: object) => ({ ...said, ...trace }),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => scrub(fields) as Record<string, unknown>,
    },
    // Errors are plain data when pino gets them.
    serializers: { err: (error: unknown) => error },
  }
  return pino(options, stream)
}

/** Writes JSON lines, or readable lines to a terminal. Write errors are handled by the terminal. */
function standardOutput(): DestinationStream {
  const { stdout } = process
  const shown = stdout.isTTY ? readableLine : (line: string) => line
  return { write: (line: string) => void stdout.write(shown(line)) }
}
