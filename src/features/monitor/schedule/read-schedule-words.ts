import { groups, meanings } from './schedule-words.ts'
import type { ScheduleReading } from './schedule-text.ts'

/**
 * Reads a schedule in the words that people use, in English, German, French or Spanish: `every weekday at 8`, `zweimal am Tag`,
 * `le premier du mois à 9h30`, `lunes y viernes a las 9`. Undefined when a word or the order of words is unknown.
 */
export function readScheduleWords(text: string): ScheduleReading | undefined {
  const tokens = tokenise(text)
  return tokens && readTokens(tokens)
}

/** The meanings of the words: `every weekdays at t8:00`. Undefined for a word without one. */
function tokenise(text: string): readonly string[] | undefined {
  let phrase = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/(\d)\.(\d\d)(?!\d)/g, '$1:$2')
    .replaceAll(/[.,;]/g, ' and ')
    .replaceAll(/\s+/g, ' ')
  for (const [pattern, meaning] of groups) phrase = phrase.replaceAll(pattern, meaning)
  phrase = phrase
    .replaceAll(
      /\b(\d{1,2})(?::(\d\d))? ?([ap])m\b/g,
      (_whole, ...parts: (string | undefined)[]) => {
        const [hour, minute, half] = parts
        return writeHalfDay(Number(hour), minute ?? '00', half === 'p')
      },
    )
    .replaceAll(/(?<![t:\d])(\d{1,2}):(\d\d)(?: ?(?:h|uhr))?\b/g, 't$1:$2')
    .replaceAll(/(?<![t:\d])(\d{1,2}) ?(?:h|uhr) ?(\d\d)\b/g, 't$1:$2')
    .replaceAll(/(?<![t:\d])(\d{1,2}) ?(?:h|uhr)\b/g, 't$1:00')
    .replaceAll(/\b(\d{1,2})(?:st|nd|rd|th|er|eme|o|a)\b/g, 'm$1')
    .replaceAll(/ ?[-–] ?/g, ' to ')
  const tokens = phrase
    .split(/[\s']+/)
    .filter(Boolean)
    .map(readToken)
  if (tokens.includes(undefined)) return undefined
  return settle(tokens.filter((token): token is string => token !== undefined && token !== ''))
}

function writeHalfDay(hour: number, minute: string, isAfternoon: boolean): string {
  if (hour < 1 || hour > 12) return 'unknown'
  return `t${(hour % 12) + (isAfternoon ? 12 : 0)}:${minute}`
}

function readToken(word: string): string | undefined {
  if (/^\d{1,3}$/.test(word)) return `n${word}`
  if (/^(?:[dm]\d{1,2}|n\d{1,3}|t\d{1,2}:\d\d)$/.test(word)) return word
  if (['every', 'weekdays', 'weekend', 'and', 'to'].includes(word)) return word
  const meaning = meanings.get(word)
  // `a` and `au` join the ends of a range, and stand before a time.
  if (word === 'a' || word === 'au') return 'a'
  return meaning === 'fill' ? '' : meaning
}

const isDay = (token: string | undefined) => /^d\d$/.test(token ?? '')
const isNumber = (token: string | undefined) => /^n\d+$/.test(token ?? '')
const isTime = (token: string | undefined) => /^t\d/.test(token ?? '')

/** Decides what `a` and numbers mean by what stands beside them. */
function settle(tokens: readonly string[]): readonly string[] {
  const hasMonth = tokens.includes('month')
  let isBehindAt = false
  return tokens.flatMap((token, index) => {
    const [before, next, afterNext] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    const isTimeNext = isNumber(next) && !unitNames.has(afterNext ?? '')
    if (token === 'a') {
      if (isDay(before) && isDay(next)) return ['to']
      if (isTime(before) && (isTime(next) || isNumber(next))) return ['to']
      if (isNumber(before) && isTimeNext) return ['to']
      if (isTimeNext || isTime(next)) isBehindAt = true
      return []
    }
    if (token === 'at' || token === 'between') isBehindAt = true
    else if (!isNumber(token) && !isTime(token) && !['and', 'to', 'of'].includes(token))
      isBehindAt = false
    if (token === 'at' || token === 'of') return []
    if (!isNumber(token) || unitNames.has(next ?? '') || next === 'times') return [token]
    const number = token.slice(1)
    return [hasMonth && !isBehindAt ? `m${number}` : `t${number}:00`]
  })
}

const units = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const
const unitNames = new Set<string>(units)

interface Parts {
  readonly days: ReadonlySet<number>
  readonly monthDays: readonly number[]
  readonly times: readonly Time[]
  /** Hours between which it is repeated. */
  readonly window: readonly [Time, Time] | undefined
  /** What is left: `every n30 minute`. */
  readonly rest: string
}

interface Time {
  readonly hour: number
  readonly minute: number
}

function readTokens(tokens: readonly string[]): ScheduleReading | undefined {
  const parts = takeParts(tokens)
  if (!parts) return undefined
  const { rest, times } = parts
  if (times.some(({ hour, minute }) => hour > 23 || minute > 59)) return wrongTime
  if (parts.monthDays.some((day) => day < 1 || day > 31)) return wrongDay
  const frequency = readFrequency(rest)
  return frequency && writeCron(parts, frequency)
}

const wrongTime = { problem: 'A time of a schedule must be between 0:00 and 23:59' }
const wrongDay = { problem: 'A day of a month must be between 1 and 31' }

const readTime = (token: string): Time => {
  const [hour, minute] = token.slice(1).split(':').map(Number)
  return { hour: hour ?? 0, minute: minute ?? 0 }
}

function takeParts(tokens: readonly string[]): Parts | undefined {
  const days = new Set<number>()
  const monthDays: number[] = []
  const times: Time[] = []
  const rest: string[] = []
  let window: Parts['window']
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? ''
    const end = tokens[index + 1] === 'to' ? tokens[index + 2] : undefined
    if (token === 'between' || (isTime(token) && isTime(end))) {
      const start = token === 'between' ? index + 1 : index
      const [from = '', joint = '', to = ''] = tokens.slice(start, start + 3)
      if (!isTime(from) || !isTime(to) || !['and', 'to'].includes(joint)) return undefined
      window = [readTime(from), readTime(to)]
      index = start + 2
    } else if (isDay(token) && isDay(end)) {
      const [first, last] = [Number(token.slice(1)), Number(end?.slice(1))]
      for (let day = first; ; day = (day + 1) % 7) {
        days.add(day)
        if (day === last) break
      }
      index += 2
    } else if (isDay(token)) days.add(Number(token.slice(1)))
    else if (token === 'weekdays') for (const day of [1, 2, 3, 4, 5]) days.add(day)
    else if (token === 'weekend') for (const day of [0, 6]) days.add(day)
    else if (isTime(token)) times.push(readTime(token))
    else if (token.startsWith('m') && /\d$/.test(token)) monthDays.push(Number(token.slice(1)))
    else if (token === 'first' && tokens.includes('month')) monthDays.push(1)
    else if (token !== 'and') rest.push(token)
  }
  return { days, monthDays, times, window, rest: rest.join(' ') }
}

interface Frequency {
  readonly unit: (typeof units)[number]
  /** Units between two checks. */
  readonly step: number
  /** Checks in a unit, instead of a step. */
  readonly count?: number
}

const named: Readonly<Record<string, Frequency>> = {
  '': { unit: 'day', step: 1 },
  every: { unit: 'day', step: 1 },
  hourly: { unit: 'hour', step: 1 },
  daily: { unit: 'day', step: 1 },
  weekly: { unit: 'week', step: 1 },
  monthly: { unit: 'month', step: 1 },
  quarterly: { unit: 'month', step: 3 },
  yearly: { unit: 'year', step: 1 },
}
const counts: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 }

function readFrequency(rest: string): Frequency | undefined {
  if (Object.hasOwn(named, rest)) return named[rest]
  const [, number, other, unit] =
    /^(?:every )?(?:n(\d+) |(other) )?(minute|hour|day|week|month|year)$/.exec(rest) ?? []
  if (unit !== undefined)
    return { unit: unit as Frequency['unit'], step: other ? 2 : Number(number ?? 1) }
  const [, times, count, each] =
    /^(?:n(\d+) times|(once|twice|thrice)) (?:every )?(hour|hourly|day|daily|week|weekly|month|monthly)$/.exec(
      rest,
    ) ?? []
  if (each === undefined) return undefined
  const per = { hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month' }[each] ?? each
  return {
    unit: per as Frequency['unit'],
    step: 1,
    count: count === undefined ? Number(times) : (counts[count] ?? 1),
  }
}

function writeCron(parts: Parts, { unit, step, count }: Frequency): ScheduleReading | undefined {
  const { days, monthDays, times, window } = parts
  const weekdays = days.size === 0 ? '*' : listNumbers([...days])
  if (unit === 'minute' || unit === 'hour') {
    if (times.length > 0 || monthDays.length > 0) return undefined
    return writeRepeated({ unit, step, count, window, weekdays })
  }
  if (window || step < 1) return undefined
  const spread = count === undefined ? undefined : spreadOver(unit, count)
  if (count !== undefined && !spread) return notEven
  const hours = chooseHours(times, spread?.hours ?? [0])
  if (!hours) return severalMinutes
  const monthField = { day: '*', week: '*', month: step === 1 ? '*' : `*/${step}`, year: '1' }[unit]
  if (unit === 'week' && step > 1) return noWeeks
  if (unit === 'month' && 12 % step !== 0) return noMonths
  const chosenDays = monthDays.length > 0 ? listNumbers(monthDays) : undefined
  const dates =
    unit === 'month' || unit === 'year' ? '1' : unit === 'day' && step > 1 ? `*/${step}` : '*'
  const ofWeek = unit === 'week' && days.size === 0 ? (spread?.days ?? '0') : weekdays
  return { cron: `${hours} ${chosenDays ?? spread?.dates ?? dates} ${monthField} ${ofWeek}` }
}

const severalMinutes = {
  problem:
    'The times of a schedule must have the same minute, for example 8:30 and 12:30. Make a second monitor for the others.',
}
const notEven = { problem: 'The checks cannot be spread evenly. Name their times instead.' }
const noWeeks = {
  problem:
    'A schedule cannot leave out weeks. Try days of the month, for example "on the 1st and 15th of the month".',
}
const noMonths = { problem: 'Month interval must divide evenly into 12' }
const notDivided = {
  minute: { problem: 'Minute interval must divide evenly into 60' },
  hour: { problem: 'Hour interval must divide evenly into 24' },
}

function writeRepeated(wanted: {
  readonly unit: 'minute' | 'hour'
  readonly step: number
  readonly count: number | undefined
  readonly window: Parts['window']
  readonly weekdays: string
}): ScheduleReading {
  const { unit, step, count, window, weekdays } = wanted
  const minutes = unit === 'minute' ? step : count === undefined ? undefined : 60 / count
  if (minutes !== undefined && (minutes < 1 || minutes > 60 || 60 % minutes !== 0))
    return notDivided.minute
  if (minutes === undefined && (step < 1 || 24 % step !== 0)) return notDivided.hour
  const isHourly = minutes === undefined || minutes === 60
  const hours = window ? writeWindow(window, isHourly) : '*'
  const every = isHourly && step > 1 && unit === 'hour' ? `${hours}/${step}` : hours
  return { cron: `${isHourly ? '0' : `*/${minutes}`} ${every} * * ${weekdays}` }
}

/** The last hour of a window belongs to it where there is one check an hour. It may go on over midnight. */
function writeWindow([from, to]: readonly [Time, Time], isHourly: boolean): string {
  const last = isHourly || to.minute > 0 ? to.hour : (to.hour + 23) % 24
  return from.hour <= last ? `${from.hour}-${last}` : `${from.hour}-23,0-${last}`
}

const weekSpreads: Readonly<Record<number, string>> = {
  1: '1',
  2: '1,4',
  3: '1,3,5',
  5: '1-5',
  7: '*',
}

/** Where so many checks of a day, week or month stand. */
function spreadOver(unit: Frequency['unit'], count: number) {
  if (unit === 'day') {
    if (count < 1 || 24 % count !== 0) return undefined
    return { hours: Array.from({ length: count }, (_, at) => at * (24 / count)) }
  }
  if (unit === 'week') {
    const days = weekSpreads[count]
    return days === undefined ? undefined : { days }
  }
  return count === 1 ? { dates: '1' } : count === 2 ? { dates: '1,15' } : undefined
}

/** `0 8,12`; undefined when the times have different minutes. */
function chooseHours(times: readonly Time[], others: readonly number[]): string | undefined {
  const chosen = times.length > 0 ? times : others.map((hour) => ({ hour, minute: 0 }))
  const minute = chosen[0]?.minute ?? 0
  if (chosen.some((time) => time.minute !== minute)) return undefined
  return `${minute} ${listNumbers(chosen.map(({ hour }) => hour))}`
}

/** `1-5` for what follows one another, `1,4` for the rest. */
function listNumbers(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b)
  const [first = 0] = sorted
  const last = sorted.at(-1) ?? first
  return sorted.length > 2 && last - first === sorted.length - 1
    ? `${first}-${last}`
    : sorted.join(',')
}
