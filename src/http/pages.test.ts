import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEdge } from '#test/fixtures/edge.ts'

test('the welcome page loads nothing from other hosts, and all its files exist', async () => {
  await using edge = startEdge()
  const page = await edge.app.inject({ url: '/' })
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-security-policy']), /script-src 'self'(;|$)/)
  assert.ok(!/<script(?![^>]*src=)/.test(page.body), 'no script in the page')
  const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link)
  // Features serve these, which this server is without.
  const ofFeatures = new Set(['/console', '/docs', '/docs/api', '/llms.txt'])
  for (const link of links.filter((found) => !ofFeatures.has(found))) {
    assert.match(link, /^\//)
    assert.ok((await edge.app.inject({ url: link })).statusCode < 400, link)
  }
})

test('the welcome page shows the address of the request, escaped', async () => {
  await using edge = startEdge()
  const page = await edge.app.inject({ url: '/', headers: { host: 'weir.example:8080' } })
  assert.ok(page.body.includes('curl http://weir.example:8080/v2/scrape'))
  const odd = await edge.app.inject({ url: '/', headers: { host: '"><script>alert(1)</script>' } })
  assert.ok(!odd.body.includes('<script>'))
})

test('only listed assets are served', async () => {
  await using edge = startEdge()
  for (const name of ['..%2fserver.ts', 'package.json', 'constructor', '__proto__']) {
    assert.equal((await edge.app.inject({ url: `/assets/${name}` })).statusCode, 404, name)
  }
})
