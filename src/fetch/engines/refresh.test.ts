import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageRequest, startFetchPage } from '#test/fixtures/fetch-page.ts'
import { createGuard } from '#net/guard.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { refreshTarget } from './refresh.ts'

const page = (html: string, headers: Record<string, string> = {}) =>
  refreshTarget({
    url: 'http://site.example/a/',
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: Buffer.from(html),
  })
const meta = (content: string) => page(`<META HTTP-EQUIV="Refresh" content="${content}">`)

test('a refresh is parsed as browsers parse it', () => {
  const next = 'http://site.example/next'
  for (const content of [
    '0;url=/next',
    '2; URL = /next',
    ' 1.5 , /next',
    "0; url='/next' x",
    '0 /next',
  ]) {
    assert.equal(meta(content), next, content)
  }
  assert.equal(meta('0; url=b?c=1&amp;d=2'), 'http://site.example/a/b?c=1&d=2')
  assert.equal(
    page('<base href="/c/"><meta http-equiv=refresh content="0;url=d">'),
    'http://site.example/c/d',
  )
  assert.equal(page('<p>', { refresh: '0; url=/next' }), next)
  const quiet = '<p>Quick brown equivalents, HTTP-EQ, q</p>'
  assert.equal(page(`q${quiet}<meta Http-eQuiv=REFRESH content="0;url=/next">`), next)
  assert.equal(page(`${quiet}http-equi`), undefined)
})

test('refreshes that are late, invalid or inert are not followed', () => {
  for (const content of [
    '5; url=/next',
    '300',
    '0',
    '0; url=',
    '0; url=/a/#b',
    '0; url=javascript:1',
    '0; url=file:///etc/passwd',
    'x; url=/next',
    '-1; url=/next',
  ]) {
    assert.equal(meta(content), undefined, content)
  }
  const refresh = '<meta http-equiv="refresh" content="0; url=/next">'
  for (const html of [
    `<noscript>${refresh}</noscript>`,
    `<!-- ${refresh} -->`,
    `<script>'${refresh}'</script>`,
    `<template>${refresh}</template>`,
  ]) {
    assert.equal(page(html), undefined, html)
  }
  assert.equal(page(refresh, { 'content-type': 'text/plain' }), undefined)
})

const to = (url: string) => `<meta http-equiv="refresh" content="0; url=${url}">`

test('at most three refreshes are followed, through the guard, without the caller headers on other origins', async () => {
  await using abroad = await startPages({ '/': '<h1>Abroad</h1>' })
  await using site = await startPages({
    '/': to('/next'),
    '/next': '<h1>Next</h1>',
    '/abroad': to(`${abroad.url}/`),
    '/private': to('http://10.0.0.1/'),
    '/1': to('/2'),
    '/2': to('/3'),
    '/3': to('/4'),
    '/4': to('/5'),
  })
  await using fixture = startFetchPage(
    { guard: createGuard({ allowedCidrs: ['127.0.0.0/8'] }) },
    10_000,
  )
  const get = (path: string) =>
    fixture.fetchPage(
      { ...pageRequest(site.url + path), headers: { 'x-key': 'k' } },
      callerUntil(AbortSignal.timeout(60_000)),
    )

  assert.equal((await get('/')).url, `${site.url}/next`)
  assert.equal((await get('/abroad')).url, `${abroad.url}/`)
  assert.equal((await get('/1')).url, `${site.url}/4`)
  await assert.rejects(get('/private'), { code: 'SCRAPE_DNS_RESOLUTION_ERROR' })
  assert.ok(site.requests.every(({ headers }) => headers['x-key'] === 'k'))
  assert.equal(abroad.requests[0]?.headers['x-key'], undefined)
})
