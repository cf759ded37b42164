import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './create-log.ts'
import { readableLine } from './readable-line.ts'

function shownBy(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('info', { write: (line: string) => void lines.push(readableLine(line)) }))
  return lines.join('')
}

test('an event is a line with time, level, message and fields', () => {
  const text = shownBy((log) => log.warn({ status: 200, route: '/v2/map', of: 'a b' }, 'request'))

  assert.match(
    text,
    /^\d\d:\d\d:\d\d {2}warn {3}request {2}status=200 {2}route=\/v2\/map {2}of="a b"\n$/,
  )
})

test('an error has its message, and at level error its stack', () => {
  const err = new Error('no more room')

  assert.match(
    shownBy((log) => log.warn({ err }, 'failed')),
    /err="no more room"\n$/,
  )
  assert.match(
    shownBy((log) => log.error({ err }, 'failed')),
    /err="no more room"\nError: no more room\n +at /,
  )
})

test('terminal control sequences are removed', () => {
  const text = shownBy((log) => log.warn({ url: '\x1b]0;x\x07\x9b31m' }, 'x'))

  assert.ok(!text.includes('\x1b') && !text.includes('\x9b'))
})
