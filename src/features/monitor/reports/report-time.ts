import { nextRun } from '#features/monitor/schedule/cron.ts'
import type { ChannelSettings } from '#features/monitor/contract.ts'

const digestTimes = { hourly: '0 * * * *', daily: '0 8 * * *' } as const

/** When a check that ended now is reported: at once, with the next digest, and not within quiet hours. */
export function findReportTime(
  { digest, quietHours }: Pick<ChannelSettings, 'digest' | 'quietHours'>,
  timezone: string,
  now: Date,
): Date {
  const run = (cron: string, from: Date) => nextRun({ cron, timezone }, from) ?? from
  const due = digest === 'none' ? now : run(digestTimes[digest], now)
  if (!quietHours || !isWithin(quietHours, timeOfDay(due, timezone))) return due
  const [hour, minute] = quietHours.to.split(':').map(Number)
  return run(`${minute ?? 0} ${hour ?? 0} * * *`, due)
}

/** Hours may go on over midnight. */
const isWithin = ({ from, to }: { readonly from: string; readonly to: string }, time: string) =>
  from <= to ? time >= from && time < to : time >= from || time < to

/** `07:30` */
const timeOfDay = (time: Date, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(time)
