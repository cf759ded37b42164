import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt } from './excerpt.ts'
import { createExcerpts } from './excerpts.ts'

const caller = { teamId: 'a', signal: new AbortController().signal }

test('excerpts of long pages take no time of the main thread', async () => {
  await using excerpts = createExcerpts()
  const markdown = '- a list item about bread\n'.repeat(20_000)
  const task = { source: { markdown, title: 'Bakery' }, query: 'bread' }
  // The thread and its modules are loaded.
  await excerpts.of(task, caller)
  const before = process.threadCpuUsage()
  const text = await excerpts.of(task, caller)
  const { user, system } = process.threadCpuUsage(before)
  assert.equal(text, excerpt(task.source, task.query))
  assert.ok((user + system) / 1_000 < 50, `${(user + system) / 1_000} ms`)
})

test('excerpts of short pages are the same, and the signal ends the wait', async () => {
  await using excerpts = createExcerpts()
  const source = { markdown: 'We sell cake.', title: 'Bakery' }
  assert.equal(await excerpts.of({ source, query: 'cake' }, caller), 'We sell cake.')
  const aborted = { teamId: 'a', signal: AbortSignal.abort(new Error('over')) }
  const long = { markdown: 'bread '.repeat(10_000), title: '' }
  await assert.rejects(excerpts.of({ source: long, query: 'bread' }, aborted), /over/)
})
