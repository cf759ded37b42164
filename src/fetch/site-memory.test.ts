import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSiteMemory } from './site-memory.ts'

function start() {
  const time = { nowMs: 0 }
  const teams = createSiteMemory<true>({ now: () => new Date(time.nowMs) })
  return { teams, sites: teams.of('one'), time }
}

test('a site is remembered by its host for an hour', () => {
  const { sites, time } = start()
  sites.set('https://shop.example/a?b', true)
  assert.equal(sites.get('http://shop.example/c'), true)
  assert.equal(sites.get('https://shop.example:8443/'), undefined)
  assert.equal(sites.get('https://www.shop.example/'), undefined)
  time.nowMs = 3_600_000
  assert.equal(sites.get('https://shop.example/a?b'), undefined)
})

test('a site can be removed and added again', () => {
  const { sites } = start()
  sites.set('https://shop.example/', true)
  sites.remove('https://shop.example/else')
  assert.equal(sites.get('https://shop.example/'), undefined)
  sites.set('https://shop.example/', true)
  assert.equal(sites.get('https://shop.example/'), true)
})

test('teams do not see the sites of others', () => {
  const { teams, sites } = start()
  sites.set('https://shop.example/', true)
  assert.equal(teams.of('other').get('https://shop.example/'), undefined)
  teams.of('other').remove('https://shop.example/')
  assert.equal(teams.of('one').get('https://shop.example/'), true)
})

test('the least recently used teams are evicted', () => {
  const { teams, sites } = start()
  sites.set('https://shop.example/', true)
  teams.of('idle').set('https://shop.example/', true)
  for (let n = 0; n < 998; n++) teams.of(`team ${n}`)
  assert.equal(teams.of('one').get('https://shop.example/'), true)
  teams.of('new')
  assert.equal(teams.of('idle').get('https://shop.example/'), undefined)
  assert.equal(teams.of('one').get('https://shop.example/'), true)
})

test('the oldest sites of a team are evicted', () => {
  const { sites } = start()
  for (let n = 0; n <= 1_000; n++) sites.set(`https://${n}.example/`, true)
  assert.equal(sites.get('https://0.example/'), undefined)
  assert.equal(sites.get('https://1.example/'), true)
  assert.equal(sites.get('https://1000.example/'), true)
})
