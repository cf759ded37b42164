const clock =
  /(?<![\d:.,/])([01]?\d|2[0-4])(?: ?[:.h] ?([0-5]\d)(?![\d/]|[.,:]\d)(?: ?([ap])\.?m\b)?| ?([ap])\.?m\b| ?(?:uhr|uur|h|heures?|o['’]clock)(?![\p{L}\d]))/giu
/** `0815`, as timetables write it. */
const joined = /^([01]\d|2[0-3])([0-5]\d)$/

/** The times of day that a text says, in minutes: `2.30pm`, `16 Uhr`, `21h30`. */
export function timesIn(text: string): ReadonlySet<number> {
  const times = new Set<number>()
  const [, hours, minutes] = joined.exec(text.trim()) ?? []
  if (hours !== undefined) times.add(Number(hours) * 60 + Number(minutes))
  for (const { 1: hour, 2: minute, 3: one, 4: other } of text.matchAll(clock)) {
    const half = (one ?? other)?.toLowerCase()
    const base = half === undefined ? Number(hour) : Number(hour) % 12
    times.add((base + (half === 'p' ? 12 : 0)) * 60 + Number(minute ?? 0))
  }
  return times
}

const alone =
  /^(?:kl\.? )?\d{1,2}(?:\s?[:.h]?\s?\d{2})?\s?(?:[ap]\.?m\.?|uhr|uur|h|heures?|o['’]clock)?$/iu

/** The time of day that a text is and no more. */
export function readTime(text: string): number | undefined {
  const times = alone.test(text.trim()) ? [...timesIn(text)] : []
  return times.length === 1 ? times[0] : undefined
}
