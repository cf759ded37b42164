import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt } from './excerpt.ts'
import { createExcerpts } from './excerpts.ts'
import { turnsDuring } from '#test/fixtures/turns-during.ts'

const caller = { teamId: 'a', signal: new AbortController().signal }

test('excerpts of long pages do not block the event loop', async () => {
  await using excerpts = createExcerpts()
  const markdown = '- a list item about bread\n'.repeat(20_000)
  const task = { source: { markdown, title: 'Bakery' }, query: 'bread' }
  // The thread and its modules are loaded.
  await excerpts.of(task, caller)
  const { result, turns } = await turnsDuring(() => excerpts.of(task, caller))
  assert.equal(result, excerpt(task.source, task.query))
  assert.ok(turns > 5, String(turns))
})

test('excerpts of short pages are the same, and the signal ends the wait', async () => {
  await using excerpts = createExcerpts()
  const source = { markdown: 'We sell cake.', title: 'Bakery' }
  assert.equal(await excerpts.of({ source, query: 'cake' }, caller), 'We sell cake.')
  const aborted = { teamId: 'a', signal: AbortSignal.abort(new Error('over')) }
  const long = { markdown: 'bread '.repeat(10_000), title: '' }
  await assert.rejects(excerpts.of({ source: long, query: 'bread' }, aborted), /over/)
})
