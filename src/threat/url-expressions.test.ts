import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlExpressions } from './url-expressions.ts'

const expressions = (url: string) => urlExpressions(new URL(url))

test('the expressions of a URL are its hosts with its paths', () => {
  assert.deepEqual(expressions('http://a.b.c/1/2.html?param=1'), [
    'a.b.c/1/2.html?param=1',
    'a.b.c/1/2.html',
    'a.b.c/',
    'a.b.c/1/',
    'b.c/1/2.html?param=1',
    'b.c/1/2.html',
    'b.c/',
    'b.c/1/',
  ])
  assert.deepEqual(expressions('http://example.com./'), ['example.com/'])
  assert.deepEqual(expressions('http://127.0.0.1/a'), ['127.0.0.1/a', '127.0.0.1/'])
})

test('of long hosts the last five labels count, of long paths four folders; 30 expressions at most', () => {
  const found = expressions('http://a.b.c.d.e.f.g/1/2/3/4/5/6.html?x')
  const hosts = [...new Set(found.map((text) => text.split('/', 1)[0]))]
  assert.deepEqual(hosts, ['a.b.c.d.e.f.g', 'c.d.e.f.g', 'd.e.f.g', 'e.f.g', 'f.g'])
  const paths = found.filter((text) => text.startsWith('f.g')).map((text) => text.slice(3))
  assert.deepEqual(paths, [
    '/1/2/3/4/5/6.html?x',
    '/1/2/3/4/5/6.html',
    '/',
    '/1/',
    '/1/2/',
    '/1/2/3/',
  ])
  assert.equal(found.length, 30)
})
