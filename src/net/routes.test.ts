import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRoutes } from './routes.ts'

const site = { teamId: 'team', host: 'shop.example' }
const other = { teamId: 'team', host: 'news.example' }

function start(basic: readonly string[], enhanced: readonly string[] = []) {
  const time = { ms: 0 }
  const routes = createRoutes({ basic, enhanced }, { now: () => new Date(time.ms) })
  const choose = (request = {}) => routes.choose({ pool: 'basic', site, ...request }).label
  return { routes, time, choose }
}

const three = ['http://a.example', 'http://b.example', 'http://c.example']

test('a proxy that a site refuses rests for that site and team, and longer each time', () => {
  const { routes, time, choose } = start(three)
  routes.report('basic-2', 'refused', site)
  const chosen = (request = {}) => new Set(Array.from({ length: 9 }, () => choose(request)))
  assert.deepEqual(chosen(), new Set(['basic-1', 'basic-3']))
  assert.equal(chosen({ site: other }).size, 3)
  assert.equal(chosen({ site: { ...site, teamId: 'another team' } }).size, 3)
  time.ms = 61_000
  assert.equal(chosen().size, 3)
  routes.report('basic-2', 'refused', site)
  time.ms += 61_000
  assert.equal(chosen().size, 2)
  routes.report('basic-2', 'passed', site)
  assert.equal(chosen().size, 3)
})

test('a proxy that fails rests for every site, and one is used although all rest', () => {
  const { routes, choose } = start(three.slice(0, 2))
  routes.report('basic-1', 'failed', site)
  assert.deepEqual([choose({ site: other }), choose({ site: other })], ['basic-2', 'basic-2'])
  routes.report('basic-2', 'failed', site)
  assert.equal(new Set([choose(), choose()]).size, 2)
})

test('requests with the same key keep their proxy for a host, until it rests', () => {
  const { routes, choose } = start(three)
  const key = { stickyKey: 'crawl' }
  const first = choose(key)
  for (let count = 0; count < 9; count += 1) assert.equal(choose(key), first)
  const keys = Array.from({ length: 30 }, (_, at) => choose({ stickyKey: `crawl ${at}` }))
  assert.equal(new Set(keys).size, 3)
  routes.report(first, 'refused', site)
  const second = choose(key)
  assert.notEqual(second, first)
  assert.equal(choose(key), second)
  routes.report(first, 'passed', site)
  assert.equal(choose(key), first)
})

test('a country is preferred, used routes are avoided, and enhanced without proxies uses those of basic', () => {
  const { routes, choose } = start([...three, 'http://d.example#de'])
  assert.equal(choose({ country: 'DE' }), 'basic-4')
  assert.equal(routes.hasOther('basic', 'DE', ['basic-4']), false)
  assert.equal(choose({ avoid: ['basic-1', 'basic-2'] }), 'basic-3')
  assert.equal(choose({ pool: 'enhanced', country: 'DE' }), 'basic-4')
  assert.equal(start([]).choose(), 'direct')
})

test('figures count requests, failures and refusals of each proxy', () => {
  const { routes, choose } = start(three.slice(0, 1), ['http://e.example'])
  choose()
  choose()
  routes.report('basic-1', 'refused', site)
  routes.report('basic-1', 'failed', site)
  routes.report('direct', 'refused', site)
  assert.deepEqual(routes.figures(), [
    { label: 'basic-1', requests: 2, failures: 1, refusals: 1 },
    { label: 'enhanced-1', requests: 0, failures: 0, refusals: 0 },
  ])
})

test('the rests of one team do not displace those of another', () => {
  const { routes, choose } = start(three)
  routes.report('basic-2', 'refused', site)
  for (let count = 0; count < 20_000; count += 1)
    routes.report('basic-1', 'refused', { teamId: 'busy team', host: `site-${count}.example` })
  assert.deepEqual(
    new Set(Array.from({ length: 9 }, () => choose())),
    new Set(['basic-1', 'basic-3']),
  )
})
