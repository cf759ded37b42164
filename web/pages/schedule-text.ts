import { language } from '../format.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitors.ts'

const names = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
/** 4 January 1970 was a Sunday. */
const days = Array.from({ length: 7 }, (_, day) => names.format(Date.UTC(1970, 0, 4 + day)))

/** A cron expression in words; unusual expressions stay as they are. */
export function scheduleText(cron: string): string {
  const [minute = '', hour = '', date = '', month = '', weekday = ''] = cron.split(' ')
  if (month !== '*') return cron
  const times =
    /^\d+$/.test(minute) && /^\d+(?:,\d+){0,23}$/.test(hour) ? listTimes(hour, minute) : ''
  if (date !== '*') {
    const isPlain = times !== '' && weekday === '*' && /^\d+(?:,\d+){0,30}$/.test(date)
    return isPlain
      ? fill(words.scheduleMonthly, { days: listNames(date.split(',')), time: times })
      : cron
  }
  const on = dayText(weekday)
  if (on === undefined) return cron
  const within = withinText(hour)
  const minutes = /^(?:\d+|\*)\/(\d+)$/.exec(minute)?.[1]
  if (minutes !== undefined && within !== undefined)
    return fill(words.scheduleMinutes, { minutes, on: within + on })
  if (!/^\d+$/.test(minute)) return cron
  if (within !== undefined && (hour === '*' || hour.includes('-')))
    return fill(words.scheduleHourly, { minute: minute.padStart(2, '0'), on: within + on })
  const hours = /^(?:\d+|\*)\/(\d+)$/.exec(hour)?.[1]
  if (hours !== undefined) return fill(words.scheduleHours, { hours, on })
  if (times === '') return cron
  return weekday === '*'
    ? fill(words.scheduleDaily, { time: times })
    : fill(words.scheduleTime, { time: times, on })
}

const listNames = (names: readonly string[]) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(names)

const listTimes = (hours: string, minute: string) =>
  listNames(hours.split(',').map((hour) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`))

/** `, in the hours 8–17`; empty for all hours, undefined for steps. */
function withinText(hour: string): string | undefined {
  if (hour === '*') return ''
  const ranges = hour.split(',')
  if (!ranges.every((range) => /^\d{1,2}(?:-\d{1,2})?$/.test(range))) return undefined
  return fill(words.scheduleWithin, {
    hours: listNames(ranges.map((range) => range.replace('-', '–'))),
  })
}

/** `, Monday to Friday`; empty for all days, undefined for lists that are not understood. */
function dayText(weekday: string): string | undefined {
  if (weekday === '*') return ''
  const parts = weekday.split(',').map((item) => {
    const [, from = '', to] = /^(\d)(?:-(\d))?$/.exec(item) ?? []
    const [first, last] = [days[Number(from) % 7], days[Number(to ?? from) % 7]]
    if (from === '' || first === undefined || last === undefined) return undefined
    return to === undefined ? first : fill(words.scheduleDays, { range: first, days: last })
  })
  return parts.includes(undefined) ? undefined : `, ${listNames(parts.map(String))}`
}
