const dayMs = 86_400_000
const epochs = { usual: Date.UTC(1899, 11, 30), of1904: Date.UTC(1904, 0, 1) }
/** Later dates than the year 9999 are not shown as dates by office programs. */
const daysMax = 2_958_466

const [cacheStart, cacheEnd] = ['<c:numCache>', '</c:numCache>']
const formatCode = /<c:formatCode>([^<]*)<\/c:formatCode>/
const point = /(?<=<c:v>)\d{1,7}(?:\.\d{1,20})?(?=<\/c:v>)/g

/** Writes the dates of a chart, which are stored as day numbers, as ISO dates. Undefined when it has none. */
export function withChartDates(part: Buffer): Buffer | undefined {
  const xml = part.toString('utf8')
  const epoch = /<c:date1904(?: val="(?:1|true)")?\s*\/>/.test(xml) ? epochs.of1904 : epochs.usual
  const dated = xml
    .split(cacheStart)
    .map((part, index) => {
      const until = part.indexOf(cacheEnd)
      const numbers = part.slice(0, until)
      if (index === 0 || until === -1 || !isDate(formatCode.exec(numbers)?.[1] ?? '')) return part
      return numbers.replaceAll(point, (days) => formatDate(days, epoch)) + part.slice(until)
    })
    .join(cacheStart)
  return dated === xml ? undefined : Buffer.from(dated)
}

/** Whether a number format shows a day, month or year; quoted text, colours and locales do not count. */
function isDate(code: string): boolean {
  const letters = code.replaceAll('&quot;', '"').replaceAll(/"[^"]*"|\[[^[\]]*\]|\\./g, '')
  return /[dy]/i.test(letters) && !/[0#?]/.test(letters)
}

function formatDate(days: string, epoch: number): string {
  const count = Number(days)
  if (count > daysMax) return days
  const iso = new Date(epoch + Math.round(count * dayMs)).toISOString()
  return Number.isInteger(count) ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
}
