import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noAddress } from '#base/no-address.ts'
import { createJoinUrl } from './join-url.ts'

const bases = [
  'http://a.example/',
  'https://a.example/b/c.html?d=/e#f',
  'http://127.0.0.1:8080/b/c/',
  'https://user:pass@a.example/b/c',
]

const references = [
  'x.html',
  'x/y/z.html#part-1',
  '../x.html?a=1&b=%20',
  '../',
  '../../x',
  './x',
  '/',
  '/x/',
  '//b.example/x',
  '/x?y#z',
  'x#',
  'x?',
  '/.well-known/x',
  '/x/../y',
  'x..y/..z',
  'mailto:x',
  'c:x',
  '',
  '#',
  'x y',
  'http://b.example',
  'http://b.example/x/y.html?z=1#a',
  'https://B.example/',
  'http://1.2.3/',
  'http://xn--b.example/',
  'http://b.example:80/',
]

test('joined URLs are the same as parsed ones', () => {
  for (const base of bases) {
    const join = createJoinUrl(base)
    for (const reference of references) {
      const joined = join(reference)
      if (joined !== undefined)
        assert.equal(joined, URL.parse(reference, base)?.href, `${reference} on ${base}`)
    }
    assert.equal(join('x/y.html#z'), new URL('x/y.html#z', base).href)
  }
})

test('without an address, only whole addresses are joined', () => {
  const join = createJoinUrl(noAddress)
  assert.equal(join('https://b.example/x'), 'https://b.example/x')
  assert.equal(join('x.html'), undefined)
  assert.equal(join('/x.html'), undefined)
})
