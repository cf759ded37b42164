import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayKeepCredentials, redirectTarget } from './redirect.ts'

const answer = (status: number, location?: string) => ({
  status,
  headers: location === undefined ? {} : { location },
  body: new Uint8Array(),
})

test('only redirect statuses with a location are redirects', () => {
  const from = new URL('http://a.example/dir/page?q#part')
  const target = (status: number, location?: string) =>
    redirectTarget(answer(status, location), from)?.href ?? null

  for (const status of [301, 302, 303, 307, 308]) {
    assert.equal(target(status, 'next'), 'http://a.example/dir/next#part')
  }
  for (const status of [200, 201, 300, 304, 305, 404]) assert.equal(target(status, '/next'), null)
  assert.equal(target(302), null)
  assert.equal(target(302, '//b.example/x#own'), 'http://b.example/x#own')
  assert.equal(target(302, 'http://user:pw@b.example/'), 'http://b.example/#part')
  assert.equal(target(302, '?only=query'), 'http://a.example/dir/page?only=query#part')
})

const may = (from: string, to: string) => mayKeepCredentials(new URL(from), new URL(to))

test('credentials stay on their origin, and follow it from http to https', () => {
  assert.equal(may('http://a.example/', 'http://a.example/x'), true)
  assert.equal(may('http://a.example/', 'https://a.example/'), true)
  assert.equal(may('https://a.example/', 'http://a.example/'), false)
  assert.equal(may('http://a.example/', 'http://b.a.example/'), false)
  assert.equal(may('http://a.example/', 'http://a.example:8080/'), false)
  assert.equal(may('http://a.example:81/', 'https://a.example/'), false)
})
