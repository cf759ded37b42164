import type { TimeRange } from '#web-search/time-range.ts'

/** `YYYY-MM-DD` in UTC. */
export const formatDay = (date: Date) => date.toISOString().slice(0, 10)

/** First and last day of a range; open ends become 1990-01-01 and today. */
export const formatDays = ({ from, to }: TimeRange) => [
  from ? formatDay(from) : '1990-01-01',
  formatDay(to ?? new Date()),
]
