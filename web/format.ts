import { fill } from './words/fill.ts'
import * as words from './words/en/shell.ts'
export const language = words.languageTag

const numbers = new Intl.NumberFormat(language)
const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const dates = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })

export const formatNumber = (value: number) => numbers.format(value)
/** Intl throws for invalid times. */
const formatted = (format: Intl.DateTimeFormat) => (time: Date) =>
  Number.isNaN(time.getTime()) ? 'unknown' : format.format(time)
export const formatTime = formatted(times)
export const formatDay = formatted(dates)

/** A value of JSON as text: strings as they are. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `Today`, `Yesterday`: the name of a day that is so many days ago. */
export const nameDay = (before: number) => capital(relative.format(-before, 'day'))

/** `12 min. ago`, `in 2 hr.` */
export function ago(time: Date | string, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1_000
  if (Number.isNaN(seconds)) return 'unknown'
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  return relative.format(Math.abs(seconds) < 10 ? 0 : Math.round(seconds), 'second')
}

/** `47 s`, `2 min 46 s`, `3 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3_600)
    return fill(words.durationMinutes, { minutes: Math.floor(whole / 60), seconds: whole % 60 })
  return fill(words.durationHours, {
    hours: Math.floor(whole / 3_600),
    minutes: Math.floor((whole % 3_600) / 60),
  })
}

const steps = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  [1024, 'KB'],
] as const

export function formatBytes(bytes: number): string {
  for (const [size, unit] of steps)
    if (bytes >= size) return `${Number((bytes / size).toFixed(1))} ${unit}`
  return `${bytes} B`
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** A URL without its scheme. */
export const shortUrl = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
