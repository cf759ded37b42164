import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'
import { startSite } from '#test/fixtures/site.ts'
import { createPageObserver } from './observe/page-observer.ts'

const missing = await missingForSessions()
const skip = missing === undefined ? false : `skipped: ${missing}`

test('the service and programs of the tenant share a page', { skip }, async () => {
  await using site = await startSite((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<title>Form</title><input placeholder=Name>')
  })
  await using session = await startBoxedSession()
  await using driven = await session.drive()
  const observer = createPageObserver(driven.context, driven.page)
  const text = await observer.open(site.url)
  const [, element = ''] = /\[(e\d+)\] textbox "Name"/.exec(text) ?? []
  await observer.act({ action: 'fill', element, text: 'Ann' })
  const code = `await page.locator('input').inputValue()`
  const { result, stderr } = await session.execute({ code, language: 'node', timeoutMs: 60_000 })
  assert.deepEqual([result, stderr], ['Ann', ''])
  await session.end()
  await assert.rejects(session.drive(), /stopped/)
})
