import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgress } from './progress.ts'

function start(isTerminal: boolean) {
  let written = ''
  const progress = createProgress({ isTerminal, write: (text) => void (written += text) })
  progress('██░░ 1 of 2 pages')
  progress('████ 2 of 2 pages')
  progress('')
  return written
}

test('on a terminal each line replaces the one before it, and nothing is left', () => {
  assert.equal(start(true), '\r\x1b[K██░░ 1 of 2 pages\r\x1b[K████ 2 of 2 pages\r\x1b[K')
})

test('in a pipe progress is quiet', () => {
  assert.equal(start(false), '')
})
