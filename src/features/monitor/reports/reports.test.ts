import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseChannels, findSlackChannel } from './choose-channels.ts'
import { findReportTime } from './report-time.ts'

const findTime = (settings: Partial<Parameters<typeof findReportTime>[0]>, now: string) =>
  findReportTime({ digest: 'none', ...settings }, 'Europe/Berlin', new Date(now)).toISOString()

test('reports wait for the end of quiet hours, in the time zone of the schedule', () => {
  const quietHours = { from: '22:00', to: '07:30' }
  // Berlin is two hours ahead in summer and one in winter.
  assert.equal(findTime({ quietHours }, '2026-07-01T19:59:00.000Z'), '2026-07-01T19:59:00.000Z')
  assert.equal(findTime({ quietHours }, '2026-07-01T20:00:00.000Z'), '2026-07-02T05:30:00.000Z')
  assert.equal(findTime({ quietHours }, '2026-07-02T03:00:00.000Z'), '2026-07-02T05:30:00.000Z')
  assert.equal(findTime({ quietHours }, '2026-01-02T06:29:59.000Z'), '2026-01-02T06:30:00.000Z')
  const noon = { from: '12:00', to: '13:00' }
  assert.equal(
    findTime({ quietHours: noon }, '2026-01-02T11:10:00.000Z'),
    '2026-01-02T12:00:00.000Z',
  )
})

test('digests join what happened until the next hour or morning', () => {
  assert.equal(
    findTime({ digest: 'hourly' }, '2026-01-02T11:10:00.000Z'),
    '2026-01-02T12:00:00.000Z',
  )
  assert.equal(
    findTime({ digest: 'daily' }, '2026-01-02T11:10:00.000Z'),
    '2026-01-03T07:00:00.000Z',
  )
  const quietHours = { from: '22:00', to: '09:00' }
  assert.equal(
    findTime({ digest: 'daily', quietHours }, '2026-01-02T11:10:00.000Z'),
    '2026-01-03T08:00:00.000Z',
  )
})

const channel = (id: string, name: string, url: string) => ({
  id,
  name,
  url,
  createdAt: new Date(0),
})

test('a channel of Slack is found by id, by its place and by its name', () => {
  const bot = channel('1', 'Prices', 'SLACK://xoxb-1-a/C012AB3CD')
  const named = channel('2', 'Team', 'slack://xoxb-1-a/#news')
  const hook = channel('3', '#sales', 'slack://A1/B2/c3')
  const other = channel('4', 'C012AB3CD', 'ntfy://C012AB3CD')
  const known = [other, bot, named, hook]
  const find = (channelId: string, channelName?: string) =>
    findSlackChannel(known, { enabled: true, channelId, channelName })?.id
  assert.deepEqual(
    [find('C012AB3CD'), find('2'), find('#news'), find('C9', 'news'), find('C9', 'sales')],
    ['1', '2', '2', '2', '3'],
  )
  assert.deepEqual([find('C9'), find('4'), find('C9', '')], [undefined, undefined, undefined])

  const channels = { ids: ['4'], digest: 'none' as const }
  const choose = (enabled: boolean) =>
    chooseChannels(known, { channels, slack: { enabled, channelId: '2' } })
  assert.deepEqual(choose(true), [other, named])
  assert.deepEqual(choose(false), [other])
})
