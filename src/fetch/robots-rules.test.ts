import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { readRobots, readRobotsInTurns } from './robots-rules.ts'

const site = 'https://example.com'
const mayFetch = (robots: string, path: string, agent = 'weir') =>
  readRobots(robots, [agent]).isAllowed(site + path)

test('the longest pattern decides, and of two equally long ones the one that allows', () => {
  const robots =
    'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /same\nDisallow: /same'
  assert.equal(mayFetch(robots, '/a'), false)
  assert.equal(mayFetch(robots, '/a/b'), true)
  assert.equal(mayFetch(robots, '/a/b/c/d'), false)
  assert.equal(mayFetch(robots, '/same'), true)
  assert.equal(mayFetch(robots, '/other'), true)
})

test('groups that name the user agent are merged and take precedence over those for all', () => {
  const robots =
    'user-agent: *\ndisallow: /\n\nuser-agent: WEIR/2.0\ndisallow: /x\n\nuser-agent: other\nuser-agent: weir\ndisallow: /y\n'
  assert.equal(mayFetch(robots, '/z'), true)
  assert.equal(mayFetch(robots, '/x'), false)
  assert.equal(mayFetch(robots, '/y'), false)
  assert.equal(mayFetch(robots, '/x', 'other'), true)
  assert.equal(mayFetch(robots, '/z', 'unknown'), false)
})

test('an empty group for the user agent allows everything', () => {
  assert.equal(mayFetch('user-agent: *\ndisallow: /\nuser-agent: weir\ndisallow:\n', '/a'), true)
})

test('a star matches anything and a dollar the end', () => {
  const robots =
    'User-agent: *\nDisallow: /*.pdf$\nDisallow: /*/private/*/x\nDisallow: /exact$\nDisallow: /a*a$'
  assert.equal(mayFetch(robots, '/docs/a.pdf'), false)
  assert.equal(mayFetch(robots, '/docs/a.pdf?page=1'), true)
  assert.equal(mayFetch(robots, '/u/private/deep/down/x/y'), false)
  assert.equal(mayFetch(robots, '/exact'), false)
  assert.equal(mayFetch(robots, '/exactly'), true)
  assert.equal(mayFetch(robots, '/a'), true)
  assert.equal(mayFetch(robots, '/aa'), false)
})

test('escapes and non-ASCII letters are normalised', () => {
  const robots = 'User-agent: *\nDisallow: /caf%c3%a9\nDisallow: /größe'
  assert.equal(mayFetch(robots, '/café/menu'), false)
  assert.equal(mayFetch(robots, '/gr%C3%B6%C3%9Fe'), false)
})

test('sitemaps apply to all user agents, the crawl delay to its group', () => {
  const rules = readRobots(
    '\uFEFFSitemap: https://example.com/a.xml\r\nuser-agent: weir\rcrawl-delay: 2.5 # please\ndisallow: /b\nSITEMAP : /c.xml',
    ['weir'],
  )
  assert.deepEqual(rules.sitemaps, ['https://example.com/a.xml', '/c.xml'])
  assert.equal(rules.crawlDelaySeconds, 2.5)
})

test('invalid lines are ignored', () => {
  const robots = `\u0000\uFFFF:::\n<html>\ndisallow: /\nuser-agent\nuser-agent: *\nallow /ok\ndisallow:${'*'.repeat(5_000)}\uD800`
  assert.equal(mayFetch(robots, '/ok'), true)
})

test('a line of white space without a rule is read in linear time', () => {
  const rules = readRobots(`User-agent: *\nDisallow${' '.repeat(500_000)}x y\nDisallow: /a`, [
    'weir',
  ])
  assert.equal(rules.isAllowed('https://example.com/a'), false)
})

const many = (line: (index: number) => string) =>
  `User-agent: *\n${Array.from({ length: 60_000 }, (_, index) => line(index)).join('')}`

test('large files are read in slices with the same result as small ones', async () => {
  const shapes = [
    many((index) => `Allow:/${index}\n`),
    many((index) => `Allow:*${index.toString(36)}\r`),
    many(() => 'Allow:*\n'),
    many((index) => `User-agent: a${index}\n`),
    many((index) => `Sitemap: ${index}\n`),
    many(() => '\n:\n'),
    `User-agent: *\nDisallow: /${'a%c3'.repeat(130_000)}`,
    `User-agent: *\n${'Disallow: /aä\n'.repeat(30_000)}`,
  ]
  let turns = 0
  for (const shape of shapes) {
    const text = `${shape.slice(0, 512 * 1024)}\nDisallow: /private`
    const { result: rules, ...during } = await turnsDuring(() => readRobotsInTurns(text, ['weir']))
    turns += during.turns
    const same = readRobots(text, ['weir'])
    for (const path of ['/private/a', '/public', '/35', '/aä']) {
      assert.equal(rules.isAllowed(site + path), same.isAllowed(site + path))
    }
  }
  assert.ok(turns > 5, String(turns))
})
