import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeUrlKey } from './url-key.ts'

const similar = { ignoreQueryParameters: false, deduplicateSimilarURLs: true }
const exact = { ignoreQueryParameters: false, deduplicateSimilarURLs: false }

test('similar URLs have the same key', () => {
  const spellings = [
    'https://example.com/docs',
    'http://example.com/docs/',
    'https://www.example.com/docs/index.html',
    'https://EXAMPLE.com:443/docs/index.php#top',
    'https://example.com/docs#/',
    'https://example.com/docs#!',
    'https://example.com/docs#!/',
    'https://example.com/%64ocs//',
    'https://example.com//docs;jsessionid=1A2B?utm_source=mail&utm_campaign=x',
    'https://example.com/docs/?fbclid=abc&GCLID=1&',
  ]
  assert.deepEqual(new Set(spellings.map((url) => makeUrlKey(url, similar))).size, 1)
})

const key = (query: string) => makeUrlKey(`https://example.com/list?${query}`, similar)

test('the order of parameters says nothing, that of values of one name does', () => {
  assert.equal(key('b=2&a=1&utm_medium=x'), key('a=1&b=2'))
  assert.equal(key('page=2&sort=name&jsessionid=9'), key('sort=name&page=2'))
  assert.notEqual(key('a=1&a=2'), key('a=2&a=1'))
  assert.notEqual(key('a=1'), key('a=2'))
  assert.notEqual(key('token=1'), key('token=2'))
})

test('different pages have different keys', () => {
  const pages = [
    'https://example.com/docs',
    'https://example.com/Docs',
    'https://example.com/docs?page=2',
    'https://example.com/docs#/route',
    'https://example.com/docs#!route',
    'https://example.com/docs#!/other',
    'https://example.com:8443/docs',
    'https://docs.example.com/docs',
  ]
  assert.equal(new Set(pages.map((url) => makeUrlKey(url, similar))).size, pages.length)
})

test('without deduplication only equivalent URLs have the same key', () => {
  assert.notEqual(
    makeUrlKey('http://example.com/', exact),
    makeUrlKey('https://example.com/', exact),
  )
  assert.equal(
    makeUrlKey('https://example.com/a/../b#part', exact),
    makeUrlKey('https://example.com/b', exact),
  )
})

test('the query can be ignored', () => {
  const rules = { ...similar, ignoreQueryParameters: true }
  assert.equal(
    makeUrlKey('https://example.com/a?x=1', rules),
    makeUrlKey('https://example.com/a?y=2', rules),
  )
})
