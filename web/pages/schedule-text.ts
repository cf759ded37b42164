import { language } from '../format.ts'
import * as words from '../words/en/monitors.ts'

const days = [
  words.daysSunday,
  words.daysMonday,
  words.daysTuesday,
  words.daysWednesday,
  words.daysThursday,
  words.daysFriday,
  words.daysSaturday,
]

/** A cron expression in words; unusual expressions stay as they are. */
export function scheduleText(cron: string): string {
  const [minute = '', hour = '', date = '', month = '', weekday = ''] = cron.split(' ')
  if (month !== '*') return cron
  const times =
    /^\d+$/.test(minute) && /^\d+(?:,\d+){0,23}$/.test(hour) ? listTimes(hour, minute) : ''
  if (date !== '*') {
    const isPlain = times !== '' && weekday === '*' && /^\d+(?:,\d+){0,30}$/.test(date)
    return isPlain ? words.scheduleMonthly(listNames(date.split(',')), times) : cron
  }
  const on = dayText(weekday)
  if (on === undefined) return cron
  const minutes = /^(?:\d+|\*)\/(\d+)$/.exec(minute)?.[1]
  if (minutes !== undefined && hour === '*') return words.scheduleMinutes(minutes, on)
  if (!/^\d+$/.test(minute)) return cron
  if (hour === '*') return words.scheduleHourly(minute.padStart(2, '0'), on)
  const hours = /^(?:\d+|\*)\/(\d+)$/.exec(hour)?.[1]
  if (hours !== undefined) return words.scheduleHours(hours, on)
  if (times === '') return cron
  return weekday === '*' ? words.scheduleDaily(times) : words.scheduleTime(times, on)
}

const listNames = (names: readonly string[]) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(names)

const listTimes = (hours: string, minute: string) =>
  listNames(hours.split(',').map((hour) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`))

/** `, Monday to Friday`; empty for all days, undefined for lists that are not understood. */
function dayText(weekday: string): string | undefined {
  if (weekday === '*') return ''
  const range = /^(\d)-(\d)$/.exec(weekday)
  if (range) {
    const [first = '', last = ''] = [days[Number(range[1]) % 7], days[Number(range[2]) % 7]]
    return words.scheduleDays(first, last)
  }
  const names = weekday
    .split(',')
    .map((day) => (/^\d$/.test(day) ? days[Number(day) % 7] : undefined))
  return names.includes(undefined) ? undefined : `, ${names.join(' and ')}`
}
