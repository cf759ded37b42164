import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepPages, type ConsolePages } from './build-pages.ts'

test('a build that failed is tried again at the next request, and a good one is kept for its language', async () => {
  const built: string[] = []
  const load = keepPages(async (language = 'en'): Promise<ConsolePages> => {
    built.push(language)
    if (built.length === 1) throw new Error('No space left on device.')
    return { html: language, assets: new Map() }
  })
  // Both wait for the same build.
  const [first, second] = await Promise.allSettled([load('en'), load('en')])
  assert.deepEqual([first?.status, second?.status, built], ['rejected', 'rejected', ['en']])
  assert.equal((await load('en')).html, 'en')
  assert.equal((await load('en')).html, 'en')
  assert.equal((await load('de')).html, 'de')
  assert.deepEqual(built, ['en', 'en', 'de'])
})
