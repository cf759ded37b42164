import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStandstillJudge, lookMs, type Look } from './standstill.ts'

const limitMs = 15_000
const first: Look = { atMs: 0, beats: 0, cpuMs: 0, isWaiting: true }

/** Judges looks until one says that the thread stands; returns when and why, or undefined after `seconds`. */
function verdict(
  seconds: number,
  at: (index: number, before: Look) => Partial<Look>,
): { readonly state: string; readonly atMs: number } | undefined {
  const standstill = createStandstillJudge(first)
  let look = first
  for (let index = 1; look.atMs < seconds * 1_000; index += 1) {
    look = { ...look, isWaiting: false, atMs: look.atMs + lookMs, ...at(index, look) }
    const state = standstill.judge(look, limitMs)
    if (state) return { state, atMs: look.atMs }
  }
  return undefined
}

test('a thread that computes without turning its loop stands after the limit', () => {
  assert.deepEqual(
    verdict(60, (_at, { cpuMs }) => ({ cpuMs: cpuMs + lookMs })),
    { state: 'busy', atMs: limitMs },
  )
})

test('a thread that gets a fifth of a processor stands after the limit too', () => {
  assert.equal(verdict(60, (_at, { cpuMs }) => ({ cpuMs: cpuMs + lookMs / 5 }))?.atMs, limitMs)
})

test('a thread that waits in a system call stands after the limit', () => {
  assert.deepEqual(
    verdict(60, () => ({ isWaiting: true })),
    { state: 'waiting', atMs: limitMs },
  )
})

test('a thread whose loop turns does not stand, whatever it computes', () => {
  const busy = verdict(600, (at, { cpuMs }) => ({ cpuMs: cpuMs + lookMs, beats: at >> 3 }))
  assert.equal(busy, undefined)
})

test('an idle thread does not stand', () => {
  assert.equal(
    verdict(600, (at) => ({ isWaiting: true, beats: at })),
    undefined,
  )
})

test('a suspended process or machine does not stand', () => {
  const resumed = verdict(100_000, (at, { atMs, cpuMs }) => ({
    cpuMs: cpuMs + 1,
    isWaiting: true,
    beats: at >> 1,
    atMs: at % 2 === 0 ? atMs + 3_600_000 : atMs + lookMs,
  }))
  assert.equal(resumed, undefined)
})

test('a thread that gets no processor on an overloaded machine does not stand', () => {
  assert.equal(
    verdict(120, (_at, { cpuMs }) => ({ cpuMs: cpuMs + lookMs / 50 })),
    undefined,
  )
})

test('a thread that waits for a disk does not stand', () => {
  assert.equal(
    verdict(600, () => ({})),
    undefined,
  )
})
