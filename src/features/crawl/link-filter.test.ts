import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noRules, readRobots } from '#fetch/robots-rules.ts'
import { crawlRequest } from './contract.ts'
import { createLinkFilter } from './link-filter.ts'

const rules = crawlRequest({ allowedHosts: [] })

/** Links with the reason why each is excluded. */
function denials(url: string, options: object, links: readonly string[]) {
  const robots = readRobots('User-agent: *\nDisallow: /a/private/', ['weir'])
  const { maxDepth, ...sent }: { maxDepth?: number } = options
  const filter = createLinkFilter(url, { ...rules.parse({ url, ...sent }), maxDepth }, robots)
  return Object.fromEntries(links.map((link) => [link, filter.findDenial(link) ?? 'taken']))
}

test('a crawl stays below its start path unless crawlEntireDomain is set', () => {
  const site = 'https://example.com'
  assert.deepEqual(denials(`${site}/docs/`, {}, [`${site}/docs/a`, `${site}/docs`, `${site}/`]), {
    [`${site}/docs/a`]: 'taken',
    [`${site}/docs`]: 'BACKWARD_CRAWLING',
    [`${site}/`]: 'BACKWARD_CRAWLING',
  })
  assert.deepEqual(
    denials(`${site}/docs/start.html`, {}, [`${site}/docs/b.html`, `${site}/blog/`]),
    {
      [`${site}/docs/b.html`]: 'taken',
      [`${site}/blog/`]: 'BACKWARD_CRAWLING',
    },
  )
  assert.deepEqual(denials(`${site}/docs`, {}, [`${site}/docs/a`, `${site}/docsearch`]), {
    [`${site}/docs/a`]: 'taken',
    [`${site}/docsearch`]: 'BACKWARD_CRAWLING',
  })
  assert.deepEqual(denials(`${site}/docs/`, { crawlEntireDomain: true }, [`${site}/`]), {
    [`${site}/`]: 'taken',
  })
})

test('links to anything but pages are excluded', () => {
  assert.deepEqual(
    denials('https://example.com/', {}, [
      'mailto:me@example.com',
      'https://example.com/a.png?v=1',
      'https://example.com/paper.pdf',
      'https://example.com/#/route',
      'https://',
    ]),
    {
      'mailto:me@example.com': 'NON_WEB_PROTOCOL',
      'https://example.com/a.png?v=1': 'FILE_TYPE',
      'https://example.com/paper.pdf': 'taken',
      'https://example.com/#/route': 'taken',
      'https://': 'URL_PARSE_ERROR',
    },
  )
})

test('other sites are crawled only with an option, their home pages and social media never', () => {
  const links = [
    'https://www.example.com/a',
    'https://docs.example.com/a',
    'https://other.org/a',
    'https://other.org/',
    'https://twitter.com/a',
  ]
  const said = (options: object) => Object.values(denials('https://example.com/', options, links))
  assert.deepEqual(said({}), [
    'taken',
    'EXTERNAL_LINK',
    'EXTERNAL_LINK',
    'EXTERNAL_LINK',
    'SOCIAL_MEDIA',
  ])
  assert.deepEqual(said({ allowSubdomains: true }).slice(1, 3), ['taken', 'EXTERNAL_LINK'])
  assert.deepEqual(said({ allowExternalLinks: true }), [
    'taken',
    'taken',
    'taken',
    'EXTERNAL_LINK',
    'SOCIAL_MEDIA',
  ])
})

test('patterns, path depth and robots.txt exclude pages', () => {
  const site = 'https://example.com'
  const options = { includePaths: ['^/a'], excludePaths: ['secret'], maxDepth: 2 }
  const links = ['/a/1', '/a/secret', '/b', '/a/1/2/3', '/a/private', '/a/private/x'].map(
    (path) => site + path,
  )
  assert.deepEqual(Object.values(denials(site, options, links)), [
    'taken',
    'EXCLUDE_PATTERN',
    'INCLUDE_PATTERN',
    'DEPTH_LIMIT',
    'ROBOTS_TXT',
    'DEPTH_LIMIT',
  ])
})

test('paths that repeat segments are traps', () => {
  const said = Object.values(
    denials('https://example.com/', {}, [
      'https://example.com/a/b/a/b/a/b/a/b',
      'https://example.com/x/x/x/x',
      'https://example.com/2026/01/01/2026',
      `https://example.com/${'p/'.repeat(70)}`,
      'https://example.com/a/b/a/b/a/c',
    ]),
  )
  assert.deepEqual(said, ['TRAP', 'TRAP', 'taken', 'TRAP', 'taken'])
})

test('excludePaths is matched with the full URL on other hosts', () => {
  const options = { allowExternalLinks: true, excludePaths: ['other\\.org', 'page=2'] }
  const links = ['https://other.org/a', 'https://third.org/a?page=2', 'https://example.com/?page=2']
  assert.deepEqual(Object.values(denials('https://example.com/', options, links)), [
    'EXCLUDE_PATTERN',
    'EXCLUDE_PATTERN',
    'taken',
  ])
})

test('links are followed on the site and its requested subdomains', () => {
  const url = 'https://www.example.com/'
  const follows = (options: object) => {
    const filter = createLinkFilter(url, rules.parse({ url, ...options }), noRules)
    return ['https://example.com/a', 'https://docs.example.com/a', 'https://other.org/a'].map(
      (link) => filter.isFollowed(new URL(link)),
    )
  }
  assert.deepEqual(follows({}), [true, false, false])
  assert.deepEqual(follows({ allowSubdomains: true }), [true, true, false])
  assert.deepEqual(follows({ allowExternalLinks: true }), [true, false, false])
})
