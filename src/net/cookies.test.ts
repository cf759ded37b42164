import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCookies } from './cookies.ts'

const shop = new URL('https://shop.example.co.uk/cart/')

test('a cookie is sent only where its domain, path and Secure attribute allow', () => {
  const cookies = createCookies()
  cookies.store(
    [
      'host=1',
      'site=2; Domain=example.co.uk; Path=/',
      'suffix=3; Domain=co.uk; Path=/',
      'foreign=4; Domain=other.example; Path=/',
      'secret=5; Secure; Path=/',
      'gone=6; Max-Age=0; Path=/',
    ],
    shop,
  )
  const sent = (url: string) => cookies.header(new URL(url), undefined)
  assert.equal(sent('https://shop.example.co.uk/cart/x'), 'host=1; site=2; secret=5')
  assert.equal(sent('http://shop.example.co.uk/'), 'site=2')
  assert.equal(sent('https://www.example.co.uk/'), 'site=2')
  assert.equal(sent('https://another.co.uk/'), undefined)
  assert.equal(sent('https://other.example/'), undefined)
})

test("the caller's own cookies come first", () => {
  const cookies = createCookies()
  assert.equal(cookies.header(shop, undefined), undefined)
  assert.equal(cookies.header(shop, 'own=0'), 'own=0')
  cookies.store('one=1', shop)
  assert.equal(cookies.header(shop, 'own=0'), 'own=0; one=1')
})

test('malformed, oversized and too many cookies are limited', () => {
  const cookies = createCookies()
  const flood = Array.from({ length: 5_000 }, (_, n) => `c${n}=1`)
  cookies.store(['', '=', 'a=b; Domain=\0', `big=${'x'.repeat(5_000)}`, ...flood], shop)
  const sent = cookies.header(shop, undefined) ?? ''
  assert.ok(sent.split('; ').length <= 50)
  assert.ok(!sent.includes('xxx'))
})
