import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSitesOfShells } from './sites-of-shells.ts'

function start() {
  const time = { nowMs: 0 }
  const sites = createSitesOfShells({ now: () => new Date(time.nowMs) })
  return { sites, time }
}

test('a site is known by its host, for an hour', () => {
  const { sites, time } = start()
  sites.add('https://shop.example/a?b')
  assert.equal(sites.has('http://shop.example/c'), true)
  assert.equal(sites.has('https://shop.example:8443/'), false)
  assert.equal(sites.has('https://www.shop.example/'), false)
  time.nowMs = 3_600_000
  assert.equal(sites.has('https://shop.example/a?b'), false)
})

test('a site can be forgotten, and learned again', () => {
  const { sites } = start()
  sites.add('https://shop.example/')
  sites.remove('https://shop.example/else')
  assert.equal(sites.has('https://shop.example/'), false)
  sites.add('https://shop.example/')
  assert.equal(sites.has('https://shop.example/'), true)
})

test('of too many sites the ones learned first are forgotten', () => {
  const { sites } = start()
  for (let n = 0; n <= 10_000; n++) sites.add(`https://${n}.example/`)
  assert.equal(sites.has('https://0.example/'), false)
  assert.equal(sites.has('https://1.example/'), true)
  assert.equal(sites.has('https://10000.example/'), true)
})
