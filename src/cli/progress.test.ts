import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgress } from './progress.ts'

function start(isTerminal: boolean) {
  let nowMs = 0
  let written = ''
  const write = (text: string) => void (written += text)
  const progress = createProgress({ isTerminal, write, nowMs: () => nowMs })
  return { progress, wait: (ms: number) => (nowMs += ms), written: () => written }
}

test('on a terminal each line replaces the one before it, and nothing is left', () => {
  const { progress, written } = start(true)
  progress('██░░ 1 of 2 pages')
  progress('████ 2 of 2 pages')
  progress('')
  assert.equal(written(), '\r\x1b[K██░░ 1 of 2 pages\r\x1b[K████ 2 of 2 pages\r\x1b[K')
})

test('elsewhere a plain line comes every ten seconds, and nothing of what is done sooner', () => {
  const { progress, wait, written } = start(false)
  for (let page = 1; page <= 25; page += 1) {
    wait(1_000)
    progress(`██░░ ${page} of 25 pages`)
  }
  progress('')
  assert.equal(written(), '10 of 25 pages\n20 of 25 pages\n')
})
