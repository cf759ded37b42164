import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientRenderedSites } from './client-rendered-sites.ts'

function start() {
  const time = { nowMs: 0 }
  const teams = createClientRenderedSites({ now: () => new Date(time.nowMs) })
  return { teams, sites: teams.of('one'), time }
}

test('a site is remembered by its host for an hour', () => {
  const { sites, time } = start()
  sites.add('https://shop.example/a?b')
  assert.equal(sites.has('http://shop.example/c'), true)
  assert.equal(sites.has('https://shop.example:8443/'), false)
  assert.equal(sites.has('https://www.shop.example/'), false)
  time.nowMs = 3_600_000
  assert.equal(sites.has('https://shop.example/a?b'), false)
})

test('a site can be removed and added again', () => {
  const { sites } = start()
  sites.add('https://shop.example/')
  sites.remove('https://shop.example/else')
  assert.equal(sites.has('https://shop.example/'), false)
  sites.add('https://shop.example/')
  assert.equal(sites.has('https://shop.example/'), true)
})

test('teams do not see the sites of others', () => {
  const { teams, sites } = start()
  sites.add('https://shop.example/')
  assert.equal(teams.of('other').has('https://shop.example/'), false)
  teams.of('other').remove('https://shop.example/')
  assert.equal(teams.of('one').has('https://shop.example/'), true)
})

test('the least recently used teams are evicted', () => {
  const { teams, sites } = start()
  sites.add('https://shop.example/')
  teams.of('idle').add('https://shop.example/')
  for (let n = 0; n < 998; n++) teams.of(`team ${n}`)
  assert.equal(teams.of('one').has('https://shop.example/'), true)
  teams.of('new')
  assert.equal(teams.of('idle').has('https://shop.example/'), false)
  assert.equal(teams.of('one').has('https://shop.example/'), true)
})

test('the oldest sites of a team are evicted', () => {
  const { sites } = start()
  for (let n = 0; n <= 1_000; n++) sites.add(`https://${n}.example/`)
  assert.equal(sites.has('https://0.example/'), false)
  assert.equal(sites.has('https://1.example/'), true)
  assert.equal(sites.has('https://1000.example/'), true)
})
