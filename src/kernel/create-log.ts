import { pino, type DestinationStream } from 'pino'
import type { Log } from './log.ts'
import { readableLine } from './readable-line.ts'
import { scrub } from './scrub.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Writes one JSON line per event, to standard output unless a stream is given; secrets are taken out first. */
export function createLog(level: LogLevel, stream: DestinationStream = standardOutput()): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: object) => scrub(fields) as Record<string, unknown>,
    },
    // Errors are already plain data when pino sees them.
    serializers: { err: (error: unknown) => error },
  }
  return pino(options, stream)
}

/** For programs JSON, for a person at a terminal lines; when nobody reads them any more, the terminal part knows. */
function standardOutput(): DestinationStream {
  const { stdout } = process
  const shown = stdout.isTTY ? readableLine : (line: string) => line
  return { write: (line: string) => void stdout.write(shown(line)) }
}
