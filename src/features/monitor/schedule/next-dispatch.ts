import { createHash } from 'node:crypto'
import { nextRun, type Schedule } from './cron.ts'

const delayMsMax = 30_000

/** The next time of a schedule, and when the run begins; both null when there is none. */
export interface Turn {
  readonly nextRunAt: Date | null
  readonly dispatchAt: Date | null
}

/**
 * The first turn after `from`. Each monitor begins with a delay of its own, up to half a minute, so that a full hour is
 * not the hour of all.
 */
export function nextTurn(monitor: Schedule & { readonly id: string }, from: Date): Turn {
  const nextRunAt = nextRun(monitor, from) ?? null
  const delayMs = createHash('sha256').update(monitor.id).digest().readUInt32BE() % delayMsMax
  return { nextRunAt, dispatchAt: nextRunAt && new Date(nextRunAt.getTime() + delayMs) }
}

export const noTurn: Turn = { nextRunAt: null, dispatchAt: null }
