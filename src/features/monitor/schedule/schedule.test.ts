import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample, stringMatching } from 'fast-check'
import { intervalMs, nextRun, scheduleProblem } from './cron.ts'
import { cronPattern, schedulePattern } from './schedule-patterns.ts'
import { readScheduleText } from './schedule-text.ts'

const phrases: Record<string, string> = {
  'every 30 minutes': '*/30 * * * *',
  'Every 15 minutes, starting at :07.': '7-59/15 * * * *',
  'every 5 mins start on 3': '3-59/5 * * * *',
  hourly: '0 * * * *',
  'every hour at :05': '5 * * * *',
  'hourly starting at 20': '20 * * * *',
  'every 2 hours': '0 */2 * * *',
  'every 24 hrs': '0 */24 * * *',
  daily: '0 0 * * *',
  'daily at 9:00': '0 9 * * *',
  'daily at 9am': '0 9 * * *',
  'every day at 5:30 PM': '30 17 * * *',
  'daily at 12 am': '0 0 * * *',
  'daily at 12pm': '0 12 * * *',
  weekly: '0 0 * * 0',
}

test('schedule texts become cron expressions', () => {
  for (const [text, cron] of Object.entries(phrases)) {
    assert.deepEqual(readScheduleText(text), { cron }, text)
  }
})

test('invalid schedule texts are refused with the reason', () => {
  const problems: Record<string, RegExp> = {
    'every 0 minutes': /^Minute interval must be between 1 and 60$/,
    'every 61 minutes': /^Minute interval must be between 1 and 60$/,
    'every 7 minutes': /^Minute interval must divide evenly into 60$/,
    'every 25 hours': /^Hour interval must be between 1 and 24$/,
    'every 5 hours': /^Hour interval must divide evenly into 24$/,
    'hourly at :60': /^Schedule start minute must be between 0 and 59$/,
    'daily at 13pm': /^Daily schedule hour with am\/pm must be between 1 and 12$/,
    'daily at 24': /^Daily schedule hour must be between 0 and 23$/,
    'daily at 9:60': /^Daily schedule minute must be between 0 and 59$/,
    'now and then': /^Unsupported schedule text\. Try phrases like/,
  }
  for (const [text, problem] of Object.entries(problems)) {
    assert.match(readScheduleText(text).problem ?? '', problem, text)
  }
})

const from = new Date('2026-01-01T00:00:00Z')
const findProblem = (cron: string, timezone = 'UTC') => scheduleProblem({ cron, timezone }, from)

test('cron expressions are validated field by field', () => {
  assert.equal(findProblem('* * * *'), 'Cron expression must contain five fields')
  assert.equal(findProblem('*/0 * * * *'), 'Invalid cron step')
  for (const cron of [
    '*/61 * * * *',
    '0 */25 * * *',
    '0 0 */32 * *',
    '0 0 * */13 *',
    '0 0 * * */8',
  ]) {
    assert.equal(findProblem(cron), 'Invalid cron step', cron)
  }
  for (const cron of [
    '*/60 * * * *',
    '0 */24 * * *',
    '0 0 */31 * *',
    '0 0 1 */12 *',
    '0 0 * * */7',
  ]) {
    assert.equal(findProblem(cron), undefined, cron)
  }
  assert.equal(findProblem('*/x * * * *'), 'Invalid cron step')
  for (const cron of ['60 * * * *', '0 24 * * *', '0 0 0 * *', '0 0 * 13 *', '0 0 * * 8']) {
    assert.equal(findProblem(cron), 'Invalid cron field', cron)
  }
  for (const cron of [
    '0 0 * * MON',
    '5-1 * * * *',
    '0 0 L * *',
    '@daily * * * *',
    '1,,2 * * * *',
  ]) {
    assert.equal(findProblem(cron), 'Invalid cron field', cron)
  }
  assert.equal(findProblem('0 9 * * 1-5'), undefined)
  assert.equal(
    findProblem('0 9 * * 1-5', 'Mars/Base'),
    'Invalid monitor schedule timezone: Mars/Base',
  )
  assert.equal(findProblem('0 0 31 2 *'), 'Cron expression did not produce a run within one year')
})

test('schedules with any interval below 5 minutes are refused', () => {
  const problem = 'Monitor schedule must not run more often than every 5 minutes'
  for (const cron of ['* * * * *', '*/4 * * * *', '0,2 * * * *', '59 8 * * *', '58,59 8,9 * * *']) {
    assert.equal(findProblem(cron), cron === '59 8 * * *' ? undefined : problem, cron)
  }
  assert.equal(findProblem('*/5 * * * *'), undefined)
})

test('day of month and day of week must both match', () => {
  const next = nextRun({ cron: '0 0 13 * 5', timezone: 'UTC' }, from)
  assert.equal(next?.toISOString(), '2026-02-13T00:00:00.000Z')
  assert.equal(
    nextRun({ cron: '0 0 * * 7', timezone: 'UTC' }, from)?.toISOString(),
    '2026-01-04T00:00:00.000Z',
  )
})

/** Scheduled times of three days around a daylight-saving change. */
function runsAround(timezone: string, cron: string, start: string): string[] {
  const end = new Date(start).getTime() + 3 * 86_400_000
  const runs: string[] = []
  let at = new Date(start)
  for (;;) {
    const next = nextRun({ cron, timezone }, at)
    if (!next || next.getTime() >= end) return runs
    runs.push(next.toISOString())
    at = next
  }
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test('a daily schedule runs once a day when the clocks change', () => {
  for (const [timezone, spring, autumn] of [
    ['Europe/Berlin', '2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z'],
    ['America/New_York', '2026-03-07T06:00:00Z', '2026-10-31T06:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T00:00:00Z', '2026-04-04T00:00:00Z'],
  ] as const) {
    for (const start of [spring, autumn]) {
      for (const cron of ['30 2 * * *', '15 1 * * *', '0 9 * * *']) {
        const runs = runsAround(timezone, cron, start)
        const days = runs.map((run) =>
          new Date(run).toLocaleDateString('sv', { timeZone: timezone }),
        )
        const expected = days.map((_, index) => dayAfter(days[0] ?? '', index))
        assert.deepEqual(days, expected, `${timezone} ${cron}: ${runs.join(' ')}`)
        assert.ok(days.length >= 2)
      }
    }
  }
})

test('short intervals continue when the clocks change', () => {
  for (const timezone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    for (const start of ['2026-03-07T06:00:00Z', '2026-03-28T00:00:00Z', '2026-10-24T00:00:00Z']) {
      const runs = runsAround(timezone, '*/30 * * * *', start)
      assert.equal(runs.length, 3 * 48 - 1, `${timezone} ${start}`)
    }
  }
})

test('the interval is the time between the next two runs', () => {
  assert.equal(intervalMs({ cron: '*/30 * * * *', timezone: 'UTC' }, from), 1_800_000)
})

test('every schedule of the patterns of the OpenAPI document is accepted', () => {
  const now = new Date('2026-03-01T10:00:00Z')
  const timezone = 'UTC'
  for (const cron of sample(stringMatching(new RegExp(cronPattern)), 60))
    assert.equal(scheduleProblem({ cron, timezone }, now), undefined, cron)
  for (const text of sample(stringMatching(new RegExp(schedulePattern)), 60)) {
    const { cron = '', problem } = readScheduleText(text)
    assert.equal(problem ?? scheduleProblem({ cron, timezone }, now), undefined, text)
  }
})
