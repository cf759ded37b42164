import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { readRobots } from '#fetch/robots-rules.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { crawlRequest } from './contract.ts'
import { createLinkSorter } from './link-sorter.ts'
import { sortLinks, toSite } from './sort-links.ts'

const start = 'https://example.com/'
const log = { debug() {}, info() {}, warn() {}, error() {} }
const { signal } = new AbortController()
const rules = readRobots(`User-agent: *\nDisallow: /private\n${'#'.repeat(50_000)}`, ['weir'])
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    `${start}docs/page-${index}`,
    `${start}private/${index}`,
    `${start}other/${'a'.repeat(200)}${index}`,
    `https://elsewhere.example/${index}`,
  ]).flat()

test('many links are sorted in a thread with the same result', async () => {
  await using sorter = createLinkSorter({ log })
  const request = crawlRequest({ allowedHosts: [] }).parse({
    url: start,
    excludePaths: ['^/other/(a{50})+'],
  })
  for (const count of [5, 2_000]) {
    const site = toSite(start, request, rules)
    const list = { links: links(count), depth: 1, page: start }
    const sorted = await sorter.sort(site, list, callerUntil(signal))

    assert.deepEqual(sorted, sortLinks(toSite(start, request, rules), list))
    assert.equal(sorted.found.length, count)
    assert.equal(sorted.blocked.length, count)
  }
})

test('links that are expensive to judge do not block the event loop', async () => {
  await using sorter = createLinkSorter({ log })
  const includePaths = Array.from({ length: 4 }, (_, index) => `([a-z][b-z]?){400}${index}$`)
  const request = crawlRequest({ allowedHosts: [] }).parse({ url: start, includePaths })
  const site = toSite(start, request, rules)
  const list = {
    links: Array.from({ length: 10 }, (_, index) => `${start}${'a'.repeat(4_000)}${index}`),
    depth: 1,
  }

  const { turns, result } = await turnsDuring(() => sorter.sort(site, list, callerUntil(signal)))
  const { found } = result

  assert.ok(turns > 20, `${turns} turns of the event loop`)
  assert.equal(found.length, 4)
})

test('links that exceed the maximum URL length are excluded', () => {
  const site = toSite(start, crawlRequest({ allowedHosts: [] }).parse({ url: start }), rules)
  const { found } = sortLinks(site, { links: [`${start}${'/'.repeat(9_000)}`], depth: 1 })
  assert.deepEqual(found, [])
})
