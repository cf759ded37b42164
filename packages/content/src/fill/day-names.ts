let dayNames: ReadonlySet<string> | undefined

/** Whether a text is the name of a weekday, or of some with what joins them. */
export function isDayName(text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}-]+/u)
    .filter(Boolean)
  const names = words.filter(isDay)
  return names.length > 0 && words.length - names.length <= names.length
}

/** Whether a word is the name of a weekday, also in short. */
export function isDay(word: string): boolean {
  dayNames ??= listDayNames()
  const lower = word.toLowerCase()
  return dayNames.has(lower) || dayNames.has(lower.replace(/s$/, ''))
}

function listDayNames(): ReadonlySet<string> {
  const names = new Set<string>()
  for (const language of 'en de fr es it nl pt pl sv da nb fi cs'.split(' ')) {
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      for (let day = 1; day <= 7; day += 1)
        names.add(
          format
            .format(Date.UTC(2026, 0, day))
            .toLowerCase()
            .replace(/\.$/, ''),
        )
    }
  }
  return names
}
