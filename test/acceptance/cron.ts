// acceptance: quick, together
/**
 * Due times over a year with daylight-saving changes: none is missing or duplicated. And 1,000 monitors due at once with four
 * schedulers. Control: schedulers without locks.
 */
import { createCheckStore } from '#features/monitor/checks/check-store.ts'
import { nextRun } from '#features/monitor/schedule/cron.ts'
import { createDueChecks } from '#features/monitor/checks/due-checks.ts'
import { createMonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import { createSeal } from '#storage/seal.ts'
import { createSecret } from '#storage/secret.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { storedMonitor } from '#test/fixtures/stored-monitor.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'

const year = { start: Date.UTC(2026, 0, 1), end: Date.UTC(2027, 0, 1) }
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
const minuteMs = 60_000
const dayMs = 86_400_000
type Span = typeof year

/** Offset of the local time from UTC in minutes, from the system's time zone data. */
function createOffsets(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (at: number) => (Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at) / minuteMs
}

/** The year; in the quick check a week on each side of each change of the clock, because the weeks between are all alike. */
function listSpans(timezone: string): readonly Span[] {
  if (!isQuick) return [year]
  const findOffset = createOffsets(timezone)
  const spans: Span[] = []
  for (let at = year.start + dayMs; at < year.end; at += dayMs)
    if (findOffset(at) !== findOffset(at - dayMs))
      spans.push({ start: at - 7 * dayMs, end: at + 7 * dayMs })
  return spans
}

function runs(cron: string, timezone: string, { start, end }: Span = year): number[] {
  const found: number[] = []
  let at = new Date(start - 1)
  for (;;) {
    const next = nextRun({ cron, timezone }, at)
    if (!next || next.getTime() >= end) return found
    found.push(next.getTime())
    at = next
  }
}

/** All times at which the local minute is a multiple of `step`. */
function instants(step: number, timezone: string, { start, end }: Span): number[] {
  const findOffset = createOffsets(timezone)
  const found: number[] = []
  let offset = 0
  for (let at = start; at < end; at += minuteMs) {
    if (at % (30 * minuteMs) === 0) offset = findOffset(at)
    const minute = (((at / minuteMs + offset) % 60) + 60) % 60
    if (minute % step === 0) found.push(at)
  }
  return found
}

function compare(got: readonly number[], expected: readonly number[]) {
  const wanted = new Set(expected)
  const seen = new Set(got)
  return {
    missing: expected.filter((at) => !seen.has(at)).length,
    extra: got.filter((at) => !wanted.has(at)).length + got.length - seen.size,
  }
}

/** One run per local day. */
function compareDays(got: readonly number[], timezone: string) {
  const formatDay = (at: number) => new Date(at).toLocaleDateString('sv', { timeZone: timezone })
  const days = got.map(formatDay)
  const expected = new Set<string>()
  for (let at = year.start + 12 * 3_600_000; at < year.end; at += dayMs) expected.add(formatDay(at))
  const seen = new Set(days)
  // The first and last day of the year are incomplete in UTC.
  const missing = [...expected].filter((day) => !seen.has(day)).length
  return { missing: Math.max(0, missing - 1), extra: days.length - seen.size }
}

let [total, missing, doubled] = [0, 0, 0]
for (const timezone of zones) {
  for (const step of [15, 30, 60]) {
    const cron = step === 60 ? '0 * * * *' : `*/${step} * * * *`
    for (const span of listSpans(timezone)) {
      const got = runs(cron, timezone, span)
      const found = compare(got, instants(step, timezone, span))
      total += got.length
      missing += found.missing
      doubled += found.extra
    }
  }
  for (const cron of ['0 0 * * *', '30 1 * * *', '30 2 * * *', '0 9 * * *']) {
    const got = runs(cron, timezone)
    const found = compareDays(got, timezone)
    total += got.length
    missing += found.missing
    doubled += found.extra
  }
}

await using database = await testDatabase()
const seal = createSeal(createSecret({ configured: 'a'.repeat(32), dataDir: '' }))
const monitors = createMonitorStore({ database, seal, log: silentLog })
const count = 1_000
const created = new Date('2026-01-01T00:30:00Z')
for (let made = 0; made < count; made++) {
  await monitors.add(storedMonitor({ cron: '0 * * * *' }, created), database)
}
const { clock } = await stopTime(database, Date.parse('2026-01-01T01:01:00Z'))

/** Control: reads, then writes, without a lock. */
async function naive(): Promise<number> {
  const due = await database.query('select id from monitors where dispatch_at <= $1', [clock.now()])
  return due.length
}
const control = (await Promise.all([naive(), naive(), naive(), naive()])).reduce((a, b) => a + b)

const outbox = { add: async () => {} }
const checks = createCheckStore({ database })
async function schedule(): Promise<void> {
  const look = createDueChecks({ database, monitors, checks, outbox, clock, log: silentLog })
  while (await look());
}
await Promise.all([schedule(), schedule(), schedule(), schedule()])
// A scheduler stops early when all due rows are locked by the others; the next tick processes the rest.
await schedule()
const [made] = await database.query<{ checks: number; monitors: number }>(
  'select count(*) as checks, count(distinct monitor_id) as monitors from monitor_checks',
)
const isOnce = made?.checks === count && made.monitors === count

report(
  'cron',
  missing === 0 && doubled === 0 && isOnce && control > count,
  `${missing} missing, ${doubled} duplicated of ${total} runs in ${zones.length} zones; ` +
    `4 schedulers ${made?.monitors} of ${count} monitors, ${made?.checks} checks; control ${control} checks`,
)
