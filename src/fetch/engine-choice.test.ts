import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageRequest } from '#test/fixtures/fetch-page.ts'
import { chooseEngine, findNeed } from './engine-choice.ts'
import type { Ability, Engine } from './engine.ts'

const engine = (name: Engine['name'], abilities: readonly Ability[]): Engine => ({
  name,
  abilities: new Set(abilities),
  hasEnhanced: false,
  fetch: () => Promise.reject(new Error('not asked')),
})
const http = engine('http', [])
const browser = engine('browser', ['scripts', 'actions', 'screenshot'])

test('a plain page uses the cheapest engine', () => {
  const choice = chooseEngine({ abilities: {}, isFirm: false }, [http, browser])
  assert.deepEqual(choice, { status: 'chosen', engine: http, reason: 'http is the cheapest' })
})

test('a request uses the first engine with all needed abilities, and the reason names the options', () => {
  const need = { abilities: { screenshot: 'formats', scripts: 'waitFor' }, isFirm: true }
  const choice = chooseEngine(need, [http, browser])
  assert.deepEqual(choice, {
    status: 'chosen',
    engine: browser,
    reason: 'formats needs screenshot, waitFor needs scripts',
  })
})

test('the reason names abilities that no engine has', () => {
  const need = { abilities: { actions: 'actions', profile: 'profile' }, isFirm: true }
  assert.deepEqual(chooseEngine(need, [http, browser]), {
    status: 'impossible',
    missing: ['profile'],
    reason: 'actions needs actions, profile needs profile; no engine here can do it',
  })
  assert.equal(chooseEngine(need, []).status, 'impossible')
})

const plain = { isClientRenderedSite: false }
const clientRendered = { reason: 'it is empty', textLength: 0 }

const need = (changes: object, findings: object = {}) =>
  findNeed(pageRequest('https://a.example/', changes), { ...plain, ...findings })

const findRouteNeed = (fragment: string, changes: object = {}) =>
  findNeed(pageRequest(`https://a.example/${fragment}`, changes), plain)

test('a client-side route is read by a browser, if there is one', () => {
  const wanted = { abilities: { scripts: 'client-side route' }, isFirm: false }
  for (const fragment of ['#/boats', '#!/boats', '#!boats', 'docs#/a?b=c'])
    assert.deepEqual(findRouteNeed(fragment), wanted)
  for (const fragment of ['#boats', '#/', '#!', '#!/', '#:~:text=/a'])
    assert.deepEqual(findRouteNeed(fragment).abilities, {})
  assert.deepEqual(findRouteNeed('#/boats', { fastMode: true }).abilities, {})
})

test('options determine the needed abilities', () => {
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
  // The headers tell the site as much as a browser would.
  const key = { mobile: true, location: { country: 'DE' }, blockAds: false, actions: [] }
  assert.deepEqual(need(key), { abilities: {}, isFirm: false })
})

test('known client-rendered pages and sites need scripts, except in fast mode', () => {
  assert.deepEqual(need({}, { clientRendered }).abilities, {
    scripts: 'client-rendered page (it is empty)',
  })
  assert.deepEqual(need({}, { isClientRenderedSite: true }), {
    abilities: { scripts: 'client-rendered site' },
    isFirm: false,
  })
  const file = findNeed(pageRequest('https://a.example/list.PDF?a=b'), {
    isClientRenderedSite: true,
  })
  assert.deepEqual(file.abilities, {})
  assert.deepEqual(
    need({ fastMode: true }, { clientRendered, isClientRenderedSite: true }).abilities,
    {},
  )
})
