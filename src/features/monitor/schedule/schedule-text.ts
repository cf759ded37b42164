import { readScheduleWords } from './read-schedule-words.ts'

/** The cron expression of a schedule text, or what is wrong with it (docs/api/monitor.md). */
export type ScheduleReading =
  | { readonly cron: string; readonly problem?: undefined }
  | { readonly problem: string; readonly cron?: undefined }

const unsupported =
  "Unsupported schedule text. Try phrases like 'every 30 minutes', 'hourly', or 'daily at 9:00'"

/** Parses texts such as `every 15 minutes starting at :07`, `hourly`, `daily at 9am`, `weekly`, and then the words that people use. */
export function readScheduleText(text: string): ScheduleReading {
  const phrase = text.trim().toLowerCase().replaceAll(/[.,]/g, '').replaceAll(/\s+/g, ' ')
  for (const [pattern, read] of phrases) {
    const match = pattern.exec(phrase)
    if (!match) continue
    const reading = read(match.slice(1))
    // Without its points and commas `daily at 9.30` looks like another time.
    const inWords = reading.problem === undefined ? undefined : readScheduleWords(text)
    return inWords?.cron === undefined ? reading : inWords
  }
  return readScheduleWords(text) ?? { problem: unsupported }
}

type Parts = readonly (string | undefined)[]

const phrases: readonly (readonly [RegExp, (parts: Parts) => ScheduleReading])[] = [
  [/^every (\d+) ?(?:minutes?|mins?)(?: start(?:ing)?(?: at| on)? :?(\d+))?$/, everyMinutes],
  [/^(?:hourly|every hour)(?: (?:starting )?at :?(\d+))?$/, hourly],
  [/^every (\d+) ?(?:hours?|hrs?)$/, everyHours],
  [/^(?:daily|every day)(?: at (\d+)(?::(\d+))? ?(am|pm)?)?$/, daily],
  [/^(?:weekly|every week)$/, () => ({ cron: '0 0 * * 0' })],
]

function everyMinutes([count, start]: Parts): ScheduleReading {
  const minutes = Number(count)
  const from = Number(start ?? 0)
  if (minutes < 1 || minutes > 60) return { problem: 'Minute interval must be between 1 and 60' }
  if (60 % minutes !== 0) return { problem: 'Minute interval must divide evenly into 60' }
  if (from > 59) return startProblem
  return { cron: `${from === 0 ? '*' : `${from}-59`}/${minutes} * * * *` }
}

function hourly([start]: Parts): ScheduleReading {
  const minute = Number(start ?? 0)
  return minute > 59 ? startProblem : { cron: `${minute} * * * *` }
}

function everyHours([count]: Parts): ScheduleReading {
  const hours = Number(count)
  if (hours < 1 || hours > 24) return { problem: 'Hour interval must be between 1 and 24' }
  if (24 % hours !== 0) return { problem: 'Hour interval must divide evenly into 24' }
  return { cron: `0 */${hours} * * *` }
}

function daily([hourText, minuteText, half]: Parts): ScheduleReading {
  const hour = Number(hourText ?? 0)
  const minute = Number(minuteText ?? 0)
  if (half !== undefined && (hour < 1 || hour > 12)) {
    return { problem: 'Daily schedule hour with am/pm must be between 1 and 12' }
  }
  if (hour > 23) return { problem: 'Daily schedule hour must be between 0 and 23' }
  if (minute > 59) return { problem: 'Daily schedule minute must be between 0 and 59' }
  const hourOfDay = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  return { cron: `${minute} ${hourOfDay} * * *` }
}

const startProblem = { problem: 'Schedule start minute must be between 0 and 59' }
