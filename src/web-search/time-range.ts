import { timeUnits, type TimeUnit } from './providers/provider.ts'

/** When results must have been published; both ends count. */
export interface TimeRange {
  readonly from: Date | undefined
  readonly to: Date | undefined
}

export interface WantedTime {
  readonly range: TimeRange | undefined
  /** The newest first. */
  readonly sortsByDate: boolean
  /** Parts of `tbs` that mean nothing here. */
  readonly unknown: readonly string[]
}

const unitOfLetter: Readonly<Record<string, TimeUnit>> = {
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
}
const dayMs = 86_400_000
const unitMs: Readonly<Record<TimeUnit, number>> = {
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  month: 31 * dayMs,
  year: 366 * dayMs,
}

/** Reads `tbs` (docs/api/search.md): `qdr:` units, `cdr:1` with dates, `sbd:1`, joined by commas. */
export function readTimeRange(tbs: string | undefined, now: Date): WantedTime {
  const parts = (tbs ?? '').split(',').map((part) => part.trim())
  const unknown: string[] = []
  let from: Date | undefined
  let to: Date | undefined
  let sortsByDate = false
  for (const part of parts.filter(Boolean)) {
    const [name = '', value = ''] = part.split(/:(.*)/s)
    const unit = unitOfLetter[value]
    const date = dateOfDay(value)
    if (name === 'qdr' && unit) from = new Date(now.getTime() - unitMs[unit])
    else if (name === 'cd_min' && date) from = date
    else if (name === 'cd_max' && date) to = new Date(date.getTime() + dayMs - 1)
    else if (name === 'sbd' && value === '1') sortsByDate = true
    else if (name !== 'cdr' || value !== '1') unknown.push(part)
  }
  return { range: from || to ? { from, to } : undefined, sortsByDate, unknown }
}

/** `MM/DD/YYYY` */
function dateOfDay(text: string): Date | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (year === undefined) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 ? date : undefined
}

/** Since the request was read. */
const slackMs = 60_000

/** The smallest of the units that reaches back to the beginning of the range; undefined when none does. */
export function coveringUnit(
  { from }: TimeRange,
  units: readonly TimeUnit[],
  now: Date,
): TimeUnit | undefined {
  if (!from) return undefined
  const backMs = now.getTime() - from.getTime() - slackMs
  return timeUnits.find((unit) => units.includes(unit) && unitMs[unit] >= backMs)
}

const agoUnits: Readonly<Record<string, number>> = {
  s: 1_000,
  min: 60_000,
  m: 60_000,
  h: unitMs.hour,
  d: unitMs.day,
  w: unitMs.week,
  mo: unitMs.month,
  y: unitMs.year,
}

/** When a result was published, as far as its text says so. */
export function dateOfHit(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const [, number, word = ''] =
    /^(\d{1,4}|an?)\s?(s|min|mo|[mhdwy])[a-z]{0,8}\s+ago$/i.exec(text.trim().slice(0, 64)) ?? []
  const unit = agoUnits[word.toLowerCase()]
  if (number !== undefined && unit !== undefined) {
    return new Date(now.getTime() - (Number(number) || 1) * unit)
  }
  const time = Date.parse(text)
  return /\d{4}/.test(text) && Number.isFinite(time) ? new Date(time) : undefined
}

/** Undated results stay: most pages have no date. */
export function isInRange(date: Date | undefined, range: TimeRange | undefined): boolean {
  if (!date || !range) return true
  return (!range.from || date >= range.from) && (!range.to || date <= range.to)
}
