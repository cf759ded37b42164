import { Cron } from 'croner'

/** The schedule of a monitor: a cron expression with five fields, in a time zone (docs/api/monitor.md). */
export interface Schedule {
  readonly cron: string
  readonly timezone: string
}

const fields = [
  { least: 0, most: 59, stepMost: 60 },
  { least: 0, most: 23, stepMost: 24 },
  { least: 1, most: 31, stepMost: 31 },
  { least: 1, most: 12, stepMost: 12 },
  { least: 0, most: 7, stepMost: 7 },
] as const
type Bounds = Readonly<Record<keyof (typeof fields)[number], number>>

const gapMinutesMin = 5
/** Number of runs that are tested for the minimum interval; enough to see every gap of minutes and hours. */
const gapsLookedAt = 64
const horizonMs = 366 * 86_400_000

/** Returns what is wrong with a schedule; undefined if it is valid. `from` is the current time. */
export function scheduleProblem({ cron, timezone }: Schedule, from: Date): string | undefined {
  const syntax = cronProblem(cron)
  if (syntax !== undefined) return syntax
  if (!isTimeZone(timezone)) return `Invalid monitor schedule timezone: ${timezone}`
  const first = nextRun({ cron, timezone }, from)
  if (!first) return 'Cron expression did not produce a run within one year'
  let last = first
  for (let run = 0; run < gapsLookedAt; run++) {
    const next = nextRun({ cron, timezone }, last)
    if (!next) return undefined
    if (next.getTime() - last.getTime() < gapMinutesMin * 60_000) {
      return `Monitor schedule must not run more often than every ${gapMinutesMin} minutes`
    }
    last = next
  }
  return undefined
}

/** Returns the first scheduled time after `from`; undefined if there is none within a year. */
export function nextRun({ cron, timezone }: Schedule, from: Date): Date | undefined {
  // Both day of month and day of week must match.
  const next = new Cron(cron, { timezone, domAndDow: true, sloppyRanges: true }).nextRun(from)
  return next && next.getTime() - from.getTime() <= horizonMs ? next : undefined
}

/** Milliseconds between the next two runs. */
export function intervalMs(schedule: Schedule, from: Date): number {
  const first = nextRun(schedule, from) ?? from
  const second = nextRun(schedule, first)
  return second ? second.getTime() - first.getTime() : horizonMs
}

function cronProblem(cron: string): string | undefined {
  const parts = cron.split(' ')
  if (parts.length !== fields.length) return 'Cron expression must contain five fields'
  for (const [index, bounds] of fields.entries()) {
    const problem = fieldProblem(parts[index] ?? '', bounds)
    if (problem !== undefined) return problem
  }
  return undefined
}

function fieldProblem(field: string, { least, most, stepMost }: Bounds): string | undefined {
  const isNumber = (text: string) => isIn(text, least, most)
  for (const item of field.split(',')) {
    const [range = '', step, ...rest] = item.split('/')
    if (rest.length > 0) return 'Invalid cron field'
    if (step !== undefined && !isIn(step, 1, stepMost)) return 'Invalid cron step'
    if (range === '*') continue
    const [from = '', to = from, ...more] = range.split('-')
    if (more.length > 0 || !isNumber(from) || !isNumber(to) || Number(from) > Number(to)) {
      return 'Invalid cron field'
    }
  }
  return undefined
}

const isIn = (text: string, least: number, most: number) =>
  /^\d{1,2}$/.test(text) && Number(text) >= least && Number(text) <= most

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
