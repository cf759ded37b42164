import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Log } from '#kernel/log.ts'
import { checkBrowserAtStart } from './check-browser-at-start.ts'

function remember() {
  const lines: { message: string; browser: unknown }[] = []
  const add = (fields: object, message: string) => {
    lines.push({ message, browser: 'browser' in fields ? fields.browser : undefined })
  }
  const log: Log = { debug: add, info: add, warn: add, error: add }
  return { log, lines }
}

test('the check at the start logs the browser that has shown a page', async () => {
  const { log, lines } = remember()

  await checkBrowserAtStart(log, new AbortController().signal)

  assert.equal(lines.length, 1)
  assert.equal(lines[0]?.message, 'browser works')
  assert.match(String(lines[0]?.browser), /^Chromium \d+\./)
})

test('a service that stops does not wait for the check', async () => {
  const { log, lines } = remember()
  const stopping = new AbortController()

  const checking = checkBrowserAtStart(log, stopping.signal)
  stopping.abort()
  await checking

  assert.deepEqual(lines, [])
})
