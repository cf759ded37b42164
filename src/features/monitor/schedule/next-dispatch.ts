import { createHash } from 'node:crypto'
import { nextRun, type Schedule } from './cron.ts'

const delayMsMax = 30_000

/** The next scheduled time, and when the run starts; both null if there is none. */
export interface Dispatch {
  readonly nextRunAt: Date | null
  readonly dispatchAt: Date | null
}

/**
 * Returns the first run after `from`. Each monitor has a constant offset of up to 30 seconds, so that monitors with the same
 * schedule do not all start at once.
 */
export function nextDispatch(monitor: Schedule & { readonly id: string }, from: Date): Dispatch {
  const nextRunAt = nextRun(monitor, from) ?? null
  const delayMs = createHash('sha256').update(monitor.id).digest().readUInt32BE() % delayMsMax
  return { nextRunAt, dispatchAt: nextRunAt && new Date(nextRunAt.getTime() + delayMs) }
}

export const noDispatch: Dispatch = { nextRunAt: null, dispatchAt: null }
