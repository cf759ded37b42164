import type { JsonObject } from '#base/json-values.ts'
import { printable } from './printable.ts'

interface Event {
  readonly level: string
  readonly time: string
  readonly msg: string
  readonly err?: { readonly message?: string; readonly stack?: string }
}

/** Formats a JSON log line for people: `12:30:05 warn  message  name=value`. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...fields }: Event & JsonObject = JSON.parse(json)
  const given = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`)
  const cause = err && [`err=${shown(err.message)}`]
  const line = [time.slice(11, 19), level.padEnd(5), msg, ...given, ...(cause ?? [])].join('  ')
  const stack = level === 'error' && err?.stack !== undefined ? `\n${err.stack}` : ''
  return `${printable(line + stack)}\n`
}

function shown(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"=]+$/.test(value)) return value
  return JSON.stringify(value)
}
