import { pino, type DestinationStream } from 'pino'
import type { Log } from './log.ts'
import { scrub } from './scrub.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Writes one JSON line per event, to standard output unless a stream is given; secrets are taken out first. */
export function createLog(level: LogLevel, stream?: DestinationStream): Log {
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
  return stream ? pino(options, stream) : pino(options)
}
