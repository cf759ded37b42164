import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

const document = readFileSync(join(import.meta.dirname, '../../docs/actions.md'), 'utf8')
const bodies = [...document.matchAll(/```json\n(.*?)```/gs)].map(([, body = '']) => body)

test('every request in docs/actions.md gets the documented response', async () => {
  await using browsers = await startBrowsers()
  await using service = await startService({ browsers })
  await using site = await startPages({
    '/': '<h1>Home</h1>',
    '/search': '<form action="/found"><input name="q"></form>',
    '/found': '<h1>Found</h1><a href="/">Home</a>',
  })
  const answers = []
  for (const body of bodies) {
    const { url, ...options } = JSON.parse(body) as { url: string }
    const here = url.replace('https://example.com', site.url)
    const answer = await service.ask('POST', '/v2/scrape', { body: { url: here, ...options } })
    assert.equal(answer.status, 200, `${body}: ${JSON.stringify(answer.body)}`)
    answers.push(answer.body.data)
  }
  const [steps, picture, place, profile] = answers
  const { screenshots, scrapes, javascriptReturns, pdfs } = steps.actions
  assert.deepEqual([screenshots.length, scrapes.length, pdfs.length], [1, 1, 1])
  assert.deepEqual(javascriptReturns, [{ type: 'number', value: 1 }])
  assert.match(picture.screenshot, /\/files\/.*\.png\?/)
  assert.equal(place.metadata.timezone, 'Europe/Vienna')
  assert.match(profile.markdown, /Home/)
  assert.equal(answers.length, 4)
})
