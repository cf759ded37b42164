import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEngine } from './engine-choice.ts'
import type { Ability, Engine } from './engine.ts'

const engine = (name: Engine['name'], abilities: readonly Ability[]): Engine => ({
  name,
  abilities: new Set(abilities),
  hasProxies: () => false,
  fetch: () => Promise.reject(new Error('not asked')),
})
const http = engine('http', [])
const browser = engine('browser', ['scripts', 'actions', 'screenshot'])

test('a plain page takes the cheapest engine', () => {
  const choice = chooseEngine({ abilities: {}, isFirm: false }, [http, browser])
  assert.deepEqual(choice, { status: 'chosen', engine: http, reason: 'http is the cheapest' })
})

test('a need takes the first engine that can do all of it, and says why', () => {
  const need = { abilities: { screenshot: 'formats', scripts: 'waitFor' }, isFirm: true }
  const choice = chooseEngine(need, [http, browser])
  assert.deepEqual(choice, {
    status: 'chosen',
    engine: browser,
    reason: 'formats needs screenshot, waitFor needs scripts',
  })
})

test('what no engine here can do is named', () => {
  const need = { abilities: { actions: 'actions', profile: 'profile' }, isFirm: true }
  assert.deepEqual(chooseEngine(need, [http, browser]), {
    status: 'impossible',
    missing: ['profile'],
    reason: 'actions needs actions, profile needs profile; no engine here can do it',
  })
  assert.equal(chooseEngine(need, []).status, 'impossible')
})
