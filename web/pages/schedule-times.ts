/** A schedule that runs in the same hours of each of its days: once at a minute, or every so many minutes. */
export type Grid = ({ readonly minute: number } | { readonly every: number }) & {
  readonly hours: readonly number[]
  /** Sunday is 0. */
  readonly days: readonly number[]
}

/** The days and hours of a cron expression; undefined for one with months, days of the month, or other steps. */
export function readGrid(cron: string): Grid | undefined {
  const [minute = '', hour = '', date = '', month = '', weekday = '', ...more] = cron.split(' ')
  const hours = readList(hour, 24)
  const days = readList(weekday, 8)?.map((day) => day % 7)
  if (date !== '*' || month !== '*' || more.length > 0 || !hours || !days) return undefined
  const every = /^\*\/(\d{1,2})$/.exec(minute)?.[1]
  if (every !== undefined) return { every: Number(every), hours, days: [...new Set(days)] }
  if (!/^\d{1,2}$/.test(minute)) return undefined
  return { minute: Number(minute), hours, days: [...new Set(days)] }
}

/** The numbers below `end` that a field of cron names; undefined where it is none. */
function readList(field: string, end: number): number[] | undefined {
  const all = Array.from({ length: end }, (_, number) => number)
  const found = new Set<number>()
  for (const item of field.split(',')) {
    const [, range = '', from, to, step = '1'] =
      /^(\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(item) ?? []
    const isOpen = range === from && item !== range
    if (range === '' || Number(step) === 0 || isOpen) return undefined
    const [first, last] = range === '*' ? [0, end - 1] : [Number(from), Number(to ?? from)]
    if (last >= end || first > last) return undefined
    for (const one of all)
      if (one >= first && one <= last && (one - first) % Number(step) === 0) found.add(one)
  }
  return all.filter((one) => found.has(one))
}

export function writeGrid(grid: Grid): string {
  const minute = 'every' in grid ? `*/${grid.every}` : String(grid.minute)
  return `${minute} ${writeList(grid.hours, 24)} * * ${writeList(grid.days, 7)}`
}

/** Numbers as a field of cron: `8-17`, `1,3-5`, `*`. */
function writeList(numbers: readonly number[], end: number): string {
  if (numbers.length === end) return '*'
  const ranges: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(',')
}
