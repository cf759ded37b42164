import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { readConfig } from '#config.ts'
import { welcome } from './welcome.ts'

const config = readConfig({ WEIR_DATA_DIR: '/var/lib/weir' })
const url = 'http://127.0.0.1:3002'
const browser = 'Chromium of the packages, sandbox on'
const search = 'brave, gdelt'
const plain = { paint: pc.createColors(false) }

test('the first start shows the key with a request that can be pasted', () => {
  const text = welcome({ url, key: 'fc-1', browser, search, config }, plain)

  assert.match(text, /listens on http:\/\/127\.0\.0\.1:3002\n/)
  assert.match(text, /data {7}\/var\/lib\/weir, with its own PostgreSQL/)
  assert.match(text, /browser {4}Chromium of the packages, sandbox on\n/)
  assert.match(text, /search {5}brave, gdelt\n/)
  assert.match(text, /curl -H 'Authorization: Bearer fc-1'[^]*3002\/v2\/scrape\n$/)
})

test('until the console is set up, one link has the code', () => {
  const text = welcome({ url, setUpCode: 'AB-12', browser, search, config }, plain)
  assert.match(text, /\n {2}http:\/\/127\.0\.0\.1:3002\/console#code=AB-12\n/)
})

test('later starts show no key', () => {
  assert.doesNotMatch(welcome({ url, browser, search, config }, plain), /key|curl/)
})
