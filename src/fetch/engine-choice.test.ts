import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageRequest } from '#test/fixtures/fetch-page.ts'
import { chooseEngine, needOf } from './engine-choice.ts'
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

const plain = { isOfShells: false }
const shell = { reason: 'it is empty', textLength: 0 }

const need = (changes: object, findings: object = {}) =>
  needOf(pageRequest('https://a.example/', changes), { ...plain, ...findings })

test('a request says itself what it needs, and by which option', () => {
  assert.deepEqual(need({}), { abilities: {}, isFirm: false })
  assert.deepEqual(need({ waitFor: 1 }), { abilities: { scripts: 'waitFor' }, isFirm: true })
  assert.deepEqual(need({ screenshot: { fullPage: true }, profile: { name: 'x' } }), {
    abilities: { screenshot: 'formats', profile: 'profile' },
    isFirm: true,
  })
  assert.deepEqual(need({ actions: [{ type: 'scrape' }], fastMode: true }), {
    abilities: { actions: 'actions' },
    isFirm: true,
  })
  // Headers say as much to a site as a browser would.
  const place = { mobile: true, location: { country: 'DE' }, blockAds: false, actions: [] }
  assert.deepEqual(need(place), { abilities: {}, isFirm: false })
})

test('what was found out about a page counts, unless it is to be fast', () => {
  assert.deepEqual(need({}, { shell }).abilities, { scripts: 'a shell (it is empty)' })
  assert.deepEqual(need({}, { isOfShells: true }), {
    abilities: { scripts: 'a site of shells' },
    isFirm: false,
  })
  const file = needOf(pageRequest('https://a.example/list.PDF?a=b'), { isOfShells: true })
  assert.deepEqual(file.abilities, {})
  assert.deepEqual(need({ fastMode: true }, { shell, isOfShells: true }).abilities, {})
})
