import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathPatterns, patternList } from './path-patterns.ts'

const none = { includePaths: [], excludePaths: [], regexOnFullURL: false }

test('excludePaths overrides includePaths, and both match anywhere in the path', () => {
  const patterns = pathPatterns({
    ...none,
    includePaths: ['/blog/', '^/news$'],
    excludePaths: ['draft'],
  })
  assert.equal(patterns.accepts('https://example.com/en/blog/one'), true)
  assert.equal(patterns.accepts('https://example.com/news?x=1'), true)
  assert.equal(patterns.accepts('https://example.com/news/1'), false)
  assert.equal(patterns.accepts('https://example.com/blog/draft-1'), false)
})

test('the query is matched only with regexOnFullURL', () => {
  const url = 'https://example.com/list?sort=price'
  assert.equal(pathPatterns({ ...none, excludePaths: ['sort='] }).accepts(url), true)
  const whole = { ...none, excludePaths: ['sort='], regexOnFullURL: true }
  assert.equal(pathPatterns(whole).accepts(url), false)
})

test('the error of an invalid pattern has its name and the reason', () => {
  const { error } = patternList('includePaths').safeParse(['/ok', '(?=no)'])
  assert.match(
    error?.issues[0]?.message ?? '',
    /^Invalid includePaths pattern "\(\?=no\)": .*\. includePaths patterns use Rust regex \(RE2-style\) syntax\. Look-around/,
  )
  assert.equal(
    patternList('excludePaths').safeParse(['[', '(a{1000}){1000}']).error?.issues.length,
    2,
  )
})

test('lists that are too large are refused before any pattern is compiled', () => {
  const { error } = patternList('excludePaths').safeParse(
    Array.from({ length: 100 }, (_, index) => `^/${'x'.repeat(100)}${index}`),
  )
  assert.match(
    error?.issues[0]?.message ?? '',
    /^The excludePaths patterns are too large together: at most 8192 characters/,
  )
  const repeated = Array.from({ length: 50 }, () => 'a{700}'.repeat(300))
  const large = patternList('includePaths').safeParse(repeated)
  assert.match(large.error?.issues[0]?.message ?? '', /the compiled pattern is too large/)
})

test('a URL that is too long for the patterns is not accepted', () => {
  const excludePaths = Array.from({ length: 8 }, (_, index) => `[a-z]{900}${index}$`)
  const patterns = pathPatterns({ ...none, excludePaths })
  assert.equal(patterns.accepts(`https://example.com/${'a'.repeat(1_000)}`), true)
  assert.equal(patterns.accepts(`https://example.com/${'a'.repeat(8_000)}`), false)
})
